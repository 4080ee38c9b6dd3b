import Testing

/// The suites that `scripts/run-tests` runs at the end, with none of another kind beside them.
@Suite struct SoundSuiteTests {
  /// Calls that tell of recorded sound how loud, how long or how high it is, or when it begins.
  private static let measurements = ["longestSilence(", "onsets(", ".peak(", ".level(", ".pitch(", ".heardAloud"]

  /// The names of the types around a line, from the innermost.
  private func types(around line: SourceFile.Line, in file: SourceFile) -> [Substring] {
    func indentation(_ text: Substring) -> Int { text.utf8.prefix { $0 == UInt8(ascii: " ") }.count }
    var names: [Substring] = []
    var limit = indentation(line.text)
    for above in file.code.reversed() where above.number < line.number && indentation(above.text) < limit {
      limit = indentation(above.text)
      let words = above.words
      if let keyword = words.firstIndex(where: { ["struct", "extension"].contains($0) }) {
        names += words[(keyword + 1)...]
      }
    }
    return names
  }

  @Test func aTestThatMeasuresSoundIsInASuiteThatRunsAtTheEnd() {
    var count = 0
    for file in SourceFile.tests
    where file.target == "DesktopTests" && file.lines.contains(where: { $0.contains("@Test") }) {
      for line in file.code where Self.measurements.contains(where: { line.text.contains($0) }) {
        count += 1
        #expect(
          types(around: line, in: file).contains { $0.hasPrefix("Measured") },
          "\(file.path):\(line.number) measures sound: the name of its suite has to begin with Measured")
      }
    }
    #expect(count > 30)
  }
}
