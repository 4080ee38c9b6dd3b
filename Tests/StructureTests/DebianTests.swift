import DesktopSupport
import Foundation
import Testing

/// The Debian package asks for what the sources are built with.
@Suite(.timeLimit(.minutes(3)))
struct DebianTests {
  private func packages(in text: Substring) -> Set<String> {
    Set(text.matches(of: /[a-z][a-z0-9.+-]*-dev\b/).map { String($0.output) })
  }

  @Test func eachLibraryOfTheManifestIsABuildDependencyAndIsInstalledForABuild() throws {
    let manifest = try String(contentsOfFile: Project.file("Package.swift"), encoding: .utf8)
    let wanted = Set(manifest.matches(of: /\.apt\(\[([^\]]*)\]\)/).flatMap { packages(in: $0.output.1) })
    #expect(wanted.count > 15)
    let control = try String(contentsOfFile: Project.file("debian/control"), encoding: .utf8)
    let source = try #require(control.components(separatedBy: "\n\n").first)
    #expect(wanted.subtracting(packages(in: source[...])) == [], "missing from Build-Depends in debian/control")
    let script = try String(contentsOfFile: Project.file("scripts/install-dependencies"), encoding: .utf8)
    let needed = script.split(separator: "\n").filter { $0.hasPrefix("  need ") }
    let installed = needed.reduce(into: Set<String>()) { $0.formUnion(packages(in: $1)) }
    #expect(wanted.subtracting(installed) == [], "missing from scripts/install-dependencies")
  }

  /// What `scripts/install-dependencies` installs for a purpose.
  private func body(_ name: String) throws -> Substring {
    let script = try String(contentsOfFile: Project.file("scripts/install-dependencies"), encoding: .utf8)
    let start = try #require(script.range(of: "\n\(name)() {\n"))
    return script[start.upperBound...].prefix(
      upTo: try #require(script[start.upperBound...].range(of: "\n}")).lowerBound)
  }

  /// A program that is there by chance is missing on another machine.
  @Test func theProgramsThatTestsNameByTheirPlacesAreInstalledForThem() throws {
    var named: Set<String> = []
    for line in SourceFile.tests.lazy.flatMap(\.code) {
      named.formUnion(line.text.matches(of: #/\"/usr/bin/([a-z0-9_.-]+)/#).map { String($0.output.1) })
    }
    // This project's own, those of every Debian, and two that are nowhere.
    named.subtract(["aloud", "aloudd", "env", "script", "sleep", "x", "y"])
    #expect(named.count > 3)
    let installed = try body("tests")
    for program in named.sorted() { #expect(installed.contains(" program \(program)\n"), "\(program)") }
  }

  /// `make run`, the package's users and the tests all read Japanese.
  @Test func whatARunNeedsReadsJapanese_S0_25() throws {
    let run = try body("run").split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(run.contains("japanese"))
    let japanese = try body("japanese")
    let control = try String(contentsOfFile: Project.file("debian/control"), encoding: .utf8)
    for package in ["libmecab2", "mecab-ipadic-utf8"] {
      #expect(japanese.contains("need \(package) ") && control.contains(package), "\(package)")
    }
  }
}
