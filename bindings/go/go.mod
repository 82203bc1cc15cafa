module vyre.local/vyre

go 1.24
