// Command calls checks that the tests call every function of the C headers: it reads the headers and
// a coverage profile of package vyre, and fails when a function has no line C.name( that ran.
//
//	go test -coverprofile=profile . && go run ./internal/calls HEADER... profile
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: calls HEADER... PROFILE")
		os.Exit(2)
	}
	last := len(os.Args) - 1
	missing, total, err := uncalled(os.Args[1:last], os.Args[last])
	if err != nil {
		fmt.Fprintln(os.Stderr, "calls:", err)
		os.Exit(2)
	}
	for _, name := range missing {
		fmt.Printf("calls: no test calls %s. Fix: bind it and test it.\n", name)
	}
	fmt.Printf("calls: %d of %d functions of the headers are called by tests\n", total-len(missing), total)
	if len(missing) > 0 || total == 0 {
		os.Exit(1)
	}
}

var declaration = regexp.MustCompile(`(?m)^(?:VYRE_NODISCARD )?VYRE_(?:TRY|API) [\w* ]*?\b(vyre_\w+)\(`)

func uncalled(headers []string, profile string) (missing []string, total int, err error) {
	var text []byte
	for _, header := range headers {
		one, err := os.ReadFile(header)
		if err != nil {
			return nil, 0, err
		}
		text = append(text, one...)
	}
	called, err := calledNames(profile)
	if err != nil {
		return nil, 0, err
	}
	for _, match := range declaration.FindAllSubmatch(text, -1) {
		total++
		if name := string(match[1]); !called[name] {
			missing = append(missing, name)
		}
	}
	return missing, total, nil
}

var call = regexp.MustCompile(`C\.(vyre_\w+)\(`)

// calledNames are the C functions called from blocks that ran. Calls are looked for in the lines of
// a block, so one block per line is what the package keeps to.
func calledNames(profile string) (map[string]bool, error) {
	text, err := os.ReadFile(profile)
	if err != nil {
		return nil, err
	}
	called, sources := map[string]bool{}, map[string][]string{}
	for _, line := range strings.Split(string(text), "\n") {
		block, isBlock := parse(line)
		if !isBlock || block.runs == 0 {
			continue
		}
		if sources[block.file] == nil {
			source, err := os.ReadFile(block.file)
			if err != nil {
				return nil, err
			}
			sources[block.file] = strings.Split(string(source), "\n")
		}
		for _, match := range call.FindAllStringSubmatch(block.cut(sources[block.file]), -1) {
			called[match[1]] = true
		}
	}
	return called, nil
}

// block is one line of a profile: the statements of a file from a line and column to another.
type block struct {
	file                                         string
	fromLine, fromColumn, toLine, toColumn, runs int
}

func parse(line string) (b block, isBlock bool) {
	file, rest, found := strings.Cut(line, ":")
	var statements int
	n, _ := fmt.Sscanf(rest, "%d.%d,%d.%d %d %d",
		&b.fromLine, &b.fromColumn, &b.toLine, &b.toColumn, &statements, &b.runs)
	b.file = filepath.Base(file)
	return b, found && n == 6
}

// cut is the text of the block.
func (b block) cut(lines []string) string {
	text := strings.Join(lines[b.fromLine-1:b.toLine], "\n")
	end := len(text) - len(lines[b.toLine-1]) + b.toColumn - 1
	return text[b.fromColumn-1 : end]
}
