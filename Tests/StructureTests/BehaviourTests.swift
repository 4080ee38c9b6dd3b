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

  /// A test with a code, and its file.
  private struct Proof: Hashable {
    var code: String
    var file: String
    var test: String
  }

  /// All tests with codes, from the sources.
  private func proofs() -> Set<Proof> {
    var proofs: Set<Proof> = []
    for file in SourceFile.tests {
      for line in file.code {
        guard let index = line.words.firstIndex(of: "func"), index + 1 < line.words.count else { continue }
        let name = line.words[index + 1]
        for code in codes(in: name) { proofs.insert(Proof(code: code, file: file.path, test: String(name))) }
      }
    }
    return proofs
  }

  /// The reasons for which codes have no test, or for which their tests do not prove the whole row.
  private func reasons() throws -> [String: String] {
    let page = try String(contentsOfFile: Project.file("docs/behaviours.md"), encoding: .utf8)
    let section = try #require(page.components(separatedBy: "## Without a test").dropFirst().first)
    let rows = section.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
    return Dictionary(
      uniqueKeysWithValues: rows.map { row in
        let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        return (cells[0], cells.count > 1 ? cells[1] : "")
      })
  }

  @Test func thePageOfTestsListsThoseThatThereAre() throws {
    let page = try String(contentsOfFile: Project.file("docs/behaviours-tests.md"), encoding: .utf8)
    var listed: Set<Proof> = []
    var (code, file) = ("", "")
    for line in page.split(separator: "\n") {
      if line.hasPrefix("## ") { code = String(line.dropFirst(3)) }
      let name = line.split(separator: "`").dropFirst().first.map(String.init) ?? ""
      if line.hasPrefix("- `") { file = name }
      if line.hasPrefix("  - `") { listed.insert(Proof(code: code, file: file, test: name)) }
    }
    let there = proofs()
    #expect(there.count > 500)
    let missing = there.subtracting(listed).map(\.test)
    let gone = listed.subtracting(there).map(\.test)
    #expect(missing.isEmpty && gone.isEmpty, "run scripts/behaviours: it lacks \(missing), and has \(gone)")
  }

  @Test func eachRowHasATestOrSaysWhyNot() throws {
    let proved = Set(proofs().map(\.code))
    let reasons = try reasons()
    let explained = try explained()
    for code in explained where !proved.contains(code) {
      #expect(reasons[code]?.isEmpty == false, "docs/behaviours.md does not say why \(code) has no test")
    }
    for (code, reason) in reasons {
      #expect(explained.contains(code), "docs/behaviours.md has no row for \(code)")
      guard proved.contains(code) else { continue }
      let isOpen = reason.hasPrefix("in part") || reason == "in work"
      #expect(isOpen, "\(code) has tests: its row at the end of docs/behaviours.md is not true any more")
    }
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
