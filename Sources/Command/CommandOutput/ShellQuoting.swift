import Documents

/// `text` so that a shell takes it as one word; what no terminal shows, such as the bytes of a name that are not UTF-8,
/// in the form `$'caf\xe9'` of bash, zsh and POSIX.1-2024.
package func shellQuoted(_ text: String) -> String {
  let isPlain =
    !text.isEmpty && text.allSatisfy { ($0.isASCII && ($0.isLetter || $0.isNumber)) || "/._-+@%:,=".contains($0) }
  guard !isPlain else { return text }
  guard text.unicodeScalars.allSatisfy({ Line.isPrintable($0) && $0 != "\n" && $0 != "\t" }) else {
    return "$'" + text.unicodeScalars.map(ansiQuoted).joined() + "'"
  }
  return "'" + text.replacing("'", with: "'\\''") + "'"
}

private func ansiQuoted(_ scalar: Unicode.Scalar) -> String {
  if scalar == "'" || scalar == "\\" { return "\\" + String(scalar) }
  if Line.isPrintable(scalar), scalar != "\n", scalar != "\t" { return String(scalar) }
  return FileName.bytes(String(scalar)).map { "\\x" + digits($0, 2, radix: 16) }.joined()
}
