import DesktopSupport
import Foundation
import Testing

/// A Swift file of a target.
struct SourceFile: Sendable {
  /// A line without its comment.
  struct Line: Sendable {
    var number: Int
    var text: Substring

    /// Its identifiers and keywords, attributes with their `@`. Regular expressions are not used here: unoptimised they
    /// take a minute for all the sources.
    var words: [Substring] {
      text.utf8.split { byte in
        !(byte >= 0x61 && byte <= 0x7A || byte >= 0x41 && byte <= 0x5A || byte >= 0x30 && byte <= 0x39 || byte == 0x5F
          || byte == 0x40 || byte >= 0x80)
      }.map { Substring($0) }
    }
  }

  /// The target; of a test or helper, the folder below `Tests`.
  var target: String
  /// Relative to the project.
  var path: String
  var lines: [String]
  /// The lines that contain code. A string literal with `//` ends early, which does not matter here.
  var code: [Line]
  /// The modules that it imports.
  var imports: [String]

  init(target: String, path: String, text: String) {
    self.target = target
    self.path = path
    lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { String($0) ?? "" }
    code = lines.enumerated().compactMap { index, line in
      let code = line.utf8.firstRange(of: "//".utf8).map { line[..<$0.lowerBound] } ?? line[...]
      return code.utf8.allSatisfy { $0 <= 0x20 } ? nil : Line(number: index + 1, text: code)
    }
    imports = code.compactMap { line in
      guard line.text.utf8.firstRange(of: "import ".utf8) != nil else { return nil }
      let words = line.words.drop { $0.hasPrefix("@") || Self.accessLevels.contains($0) }
      guard words.first == "import" else { return nil }
      return words.dropFirst().first { !Self.kindsOfImport.contains($0) }.map { String($0) }
    }
  }

  private static let accessLevels: Set<Substring> = ["public", "package", "internal", "fileprivate", "private"]
  private static let kindsOfImport: Set<Substring> = [
    "struct", "class", "enum", "protocol", "func", "var", "let", "typealias",
  ]

  /// The sources of the programs.
  static let all = files(in: "Sources") { path in path.split(separator: "/").dropFirst().first.map { String($0) } }

  /// The tests and their helpers; `target` is the folder.
  static let tests = files(in: "Tests") { path in String(path.prefix { $0 != "/" }) }

  /// - Parameter target: that of a path below the folder.
  private static func files(in folder: String, target: (String) -> String?) -> [SourceFile] {
    let root = Project.file(folder)
    let paths = FileManager.default.enumerator(atPath: root)?.allObjects as? [String] ?? []
    return paths.filter { $0.hasSuffix(".swift") }.sorted().compactMap { path in
      guard let text = try? String(contentsOfFile: "\(root)/\(path)", encoding: .utf8) else { return nil }
      return SourceFile(target: target(path) ?? "", path: "\(folder)/\(path)", text: text)
    }
  }
}

/// A target as Package.swift declares it.
struct DeclaredTarget {
  var name: String
  /// `target`, `executableTarget`, `testTarget` or `systemLibrary`.
  var kind: String
  var dependencies: Set<String>
  var products: Set<String>
  var isPure: Bool
  /// Below the project.
  var folder: String

  /// The module name for imports.
  var module: String { name.replacing("-", with: "_") }

  /// Parsed from the text of the manifest: `swift package dump-package` would compile it, which takes seconds, and
  /// cannot run during a build.
  static func all() throws -> [DeclaredTarget] {
    let manifest = try String(contentsOfFile: Project.file("Package.swift"), encoding: .utf8)
    let code = manifest.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in line.firstMatch(of: #/^\s*\/\//#) == nil ? line : "" }.joined(separator: "\n")
    let groups = try groups(in: code)
    return code.matches(of: #/\.(target|executableTarget|testTarget|systemLibrary)\(/#).compactMap { match in
      target(String(match.output.1), arguments: upToClosing(code[match.range.upperBound...]), groups)
    }
  }

  /// The folder below Sources of each target that has one.
  private static func groups(in code: String) throws -> [String: String] {
    let start = try #require(code.firstRange(of: "let folders: [String: [String]] = ["))
    let table = upToClosing(code[start.upperBound...], "[", "]")
    var groups: [String: String] = [:]
    for folder in table.matches(of: #/"(\w+)":\s*\[([^\]]*)\]/#) {
      for name in folder.output.2.matches(of: #/"([^"]+)"/#) { groups[String(name.output.1)] = String(folder.output.1) }
    }
    return groups
  }

  private static func target(
    _ kind: String, arguments: Substring, _ groups: [String: String]
  ) -> DeclaredTarget? {
    guard let name = arguments.firstMatch(of: #/name:\s*"([^"]+)"/#)?.output.1 else { return nil }
    var dependencies: Substring = ""
    if let start = arguments.firstRange(of: "dependencies: [") {
      dependencies = upToClosing(arguments[start.upperBound...], "[", "]")
    }
    let products = dependencies.matches(of: #/\.product\(name:\s*"([^"]+)"[^)]*\)/#)
    let own = dependencies.replacing(#/\.product\([^)]*\)/#, with: "")
    let path = arguments.firstMatch(of: #/path:\s*"([^"]+)"/#).map { String($0.output.1) }
    return DeclaredTarget(
      name: String(name), kind: kind, dependencies: Set(own.matches(of: #/"([^"]+)"/#).map { String($0.output.1) }),
      products: Set(products.map { String($0.output.1) }), isPure: arguments.contains("swiftSettings: pure"),
      folder: groups[String(name)].map { "Sources/\($0)/\(name)" } ?? path
        ?? (kind == "testTarget" ? "Tests/\(name)" : "Sources/\(name)"))
  }

  /// The text up to the bracket that closes the preceding one.
  private static func upToClosing(_ text: Substring, _ open: Character = "(", _ close: Character = ")") -> Substring {
    var depth = 1
    for index in text.indices {
      if text[index] == open { depth += 1 }
      if text[index] == close { depth -= 1 }
      if depth == 0 { return text[..<index] }
    }
    return text
  }
}
