import DesktopSupport
import Foundation
import Testing

/// ARCHITECTURE.md shows the real targets.
@Suite(.timeLimit(.minutes(3)))
struct ArchitectureTests {
  private let lines: [Substring]

  init() throws {
    lines = try String(contentsOfFile: Project.file("ARCHITECTURE.md"), encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The targets under Sources with their ranks.
  private func ranks() throws -> [String: Int] {
    var ranks: [String: Int] = [:]
    for target in try DeclaredTarget.all() where target.folder.hasPrefix("Sources/") {
      ranks[target.name] = Rooms.isC(target.name) ? 0 : Rooms.all[target.name]?.rank
    }
    return ranks
  }

  /// The lines of a section, without its heading.
  private func section(_ heading: String) throws -> ArraySlice<Substring> {
    let start = try #require(lines.firstIndex { $0 == heading }, "ARCHITECTURE.md has no \(heading)")
    let level = heading.prefix { $0 == "#" }
    let rest = lines[(start + 1)...]
    return rest.prefix { line in !line.hasPrefix("#") || line.prefix { $0 == "#" }.count > level.count }
  }

  /// The parts of a line between backticks.
  private func quoted(_ line: Substring) -> [Substring] {
    line.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
      .map(\.element)
  }

  @Test func eachTargetHasARowUnderItsRank() throws {
    var shown: [String: Int] = [:]
    for rank in 0...Rooms.all.values.map(\.rank).max()! {
      for row in try section("### Rank \(rank)") where row.hasPrefix("| `") {
        let name = String(try #require(quoted(row).first))
        #expect(shown[name] == nil, "\(name) has two rows")
        shown[name] = rank
      }
    }
    expectEqual(shown, try ranks(), "the tables of ARCHITECTURE.md")
  }

  @Test func theDrawingShowsEachTargetAtItsRank() throws {
    let ranks = try ranks()
    let drawing = try section("## Targets").drop { $0 != "```" }.dropFirst().prefix { $0 != "```" }
    var shown: [String: Int] = [:]
    var rank = -1
    for line in drawing {
      if let number = line.first.flatMap({ Int(String($0)) }) { rank = number }
      // The words in the margin are before column 16.
      for name in line.dropFirst(16).split(separator: " ") { shown[String(name)] = rank }
    }
    expectEqual(shown, ranks, "the drawing of ARCHITECTURE.md")
  }

  private func expectEqual(_ shown: [String: Int], _ ranks: [String: Int], _ what: String) {
    for name in Set(shown.keys).union(ranks.keys).sorted() where shown[name] != ranks[name] {
      let said = shown[name].map { "has it at rank \($0)" } ?? "lacks it"
      let truth = ranks[name].map { "its rank is \($0)" } ?? "there is no such target"
      Issue.record("\(name): \(what) \(said); \(truth)")
    }
  }

  @Test func theArrowsWithinARankAreThoseThatAreAllowed() throws {
    var shown: [String: Set<String>] = [:]
    for line in try section("## Targets") where line.hasPrefix("- `") && line.contains("` imports `") {
      let names = quoted(line).map(String.init)
      shown[names[0]] = Set(names.dropFirst())
    }
    #expect(shown == Rooms.sideways)
  }

  /// `Target.Type` in the text means that the type is declared in that target.
  @Test func eachTypeIsWhereThePageSays() throws {
    let targets = Set(try ranks().keys)
    var declared: [String: Set<Substring>] = [:]
    for file in SourceFile.all {
      for line in file.code {
        guard let keyword = line.words.firstIndex(where: { Self.kindsOfType.contains($0) }),
          keyword + 1 < line.words.count
        else { continue }
        declared[file.target, default: []].insert(line.words[keyword + 1])
      }
    }
    var count = 0
    for name in lines.flatMap(quoted) {
      let parts = name.split(separator: ".")
      guard parts.count == 2, parts[1].first?.isUppercase == true, targets.contains(String(parts[0])) else { continue }
      count += 1
      let isThere = declared[String(parts[0])]?.contains(parts[1]) == true
      #expect(isThere, "ARCHITECTURE.md names \(name), but \(parts[0]) declares no such type")
    }
    #expect(count > 30)
  }

  private static let kindsOfType: Set<Substring> = ["struct", "class", "enum", "protocol", "actor", "typealias"]
}
