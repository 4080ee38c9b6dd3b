import DesktopSupport
import Foundation
import Testing

/// The codes at the end of tests' names, such as `_S0_16`, are explained in docs/behaviours.md.
@Suite(.timeLimit(.minutes(3)))
struct BehaviourTests {
  /// The codes in a function's name: a capital with a number after an underscore, and a second number if there is
  /// one.
  private func codes(in name: Substring) -> [String] {
    let parts = name.split(separator: "_").dropFirst()
    return zip(parts, parts.dropFirst().map(Optional.some) + [nil]).compactMap { part, next in
      guard let letter = part.first, letter.isUppercase, part.count > 1, part.dropFirst().allSatisfy(\.isNumber)
      else { return nil }
      guard let next, next.allSatisfy(\.isNumber) else { return String(part) }
      return "\(part)_\(next)"
    }
  }

  private func explained() throws -> [String] {
    try String(contentsOfFile: Project.file("docs/behaviours.md"), encoding: .utf8)
      .split(separator: "\n").filter { $0.hasPrefix("| `") }
      .compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) }
  }

  @Test func everyCodeInATestsNameIsExplained() throws {
    let explained = Set(try explained())
    var found: Set<String> = []
    for file in SourceFile.tests {
      for line in file.code {
        guard let index = line.words.firstIndex(of: "func"), index + 1 < line.words.count else { continue }
        for code in codes(in: line.words[index + 1]) {
          found.insert(code)
          let isExplained = explained.contains(code)
          #expect(isExplained, "\(file.path):\(line.number): docs/behaviours.md has no row for \(code)")
        }
      }
    }
    #expect(found.isSuperset(of: ["S0_16", "X1"]) && found.count > 60)
  }

  @Test func eachCodeIsExplainedOnce() throws {
    let explained = try explained()
    #expect(Set(explained).count == explained.count && explained.count > 60)
  }
}
