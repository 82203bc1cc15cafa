# What text_stats counts, plainly: of the bytes of a text in decimal (od -An -v -tu1) the lines, words, bytes and how
# often each byte occurs, a number on each line. A word begins with a visible character of ASCII and ends with white
# space; other bytes neither begin nor end one.
{
  for (i = 1; i <= NF; i++) {
    bytes++
    count[$i]++
    if ($i == 10) lines++
    visible = $i > 32 && $i < 127
    if (visible && !in_word) words++
    if (visible) in_word = 1
    else if ($i == 32 || $i >= 9 && $i <= 13) in_word = 0
  }
}
END {
  print lines + 0; print words + 0; print bytes + 0
  for (b = 0; b < 256; b++) print count[b] + 0
}
