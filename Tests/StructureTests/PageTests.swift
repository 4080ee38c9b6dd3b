import DesktopSupport
import Foundation
import Testing

/// The pages for newcomers refer only to existing things.
@Suite(.timeLimit(.minutes(3)))
struct PageTests {
  /// The pages in Markdown, relative to the project.
  private func pages() throws -> [String] {
    let files = FileManager.default
    let docs = try files.contentsOfDirectory(atPath: Project.file("docs")).map { "docs/\($0)" }
    let top = try files.contentsOfDirectory(atPath: Project.directory)
    return (top + docs + ["Benchmarks/README.md"]).filter { $0.hasSuffix(".md") && $0 != "CHANGELOG.md" }.sorted()
  }

  private func text(_ page: String) throws -> String {
    try String(contentsOfFile: Project.file(page), encoding: .utf8)
  }

  @Test func everyLinkLeadsSomewhere() throws {
    var count = 0
    for page in try pages() {
      let folder = (page as NSString).deletingLastPathComponent
      for part in try text(page).components(separatedBy: "](").dropFirst() {
        let target = part.prefix { $0 != ")" && $0 != "#" }
        guard !target.isEmpty, !target.contains("://") else { continue }
        count += 1
        let path = Project.file(folder.isEmpty ? String(target) : "\(folder)/\(target)")
        #expect(FileManager.default.fileExists(atPath: path), "\(page) links to \(target), which does not exist")
      }
    }
    #expect(count > 5)
  }

  /// `Sources/…`, `Tests/…` and so on between backticks. A text with a `*` or a capital placeholder is a pattern.
  @Test func everyPathExists() throws {
    let folders = ["Sources/", "Tests/", "Benchmarks/", "scripts/", "man/", "docs/", "desktop/", "debian/", "systemd/"]
    var count = 0
    for page in try pages() {
      for (index, part) in try text(page).split(separator: "`", omittingEmptySubsequences: false).enumerated()
      where index % 2 == 1 && folders.contains(where: { part.hasPrefix($0) }) {
        let path = part.prefix { $0 != " " }
        guard !path.contains("*"), !path.contains("NAME") else { continue }
        count += 1
        #expect(
          FileManager.default.fileExists(atPath: Project.file(String(path))),
          "\(page) names \(path), which does not exist")
      }
    }
    #expect(count > 5)
  }

  /// Longer text belongs in a manual page or below docs.
  @Test func theReadmeCanBeReadInOneGo() throws {
    #expect(try text("README.md").split(separator: "\n", omittingEmptySubsequences: false).count <= 251)
  }
}
