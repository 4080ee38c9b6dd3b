import DesktopSupport
import Testing

/// A class is one concept: an extension in another file cannot see what is private, so each property that is not opens
/// the state to the whole target.
@Suite(.timeLimit(.minutes(3)))
struct ClassTests {
  /// A class of a target, with all of its extensions.
  private struct Class {
    var files: Set<String> = []
    /// Stored properties of each instance that are not private.
    var openProperties: [Substring] = []
    var isClass = false
  }

  private static let mostProperties = 20
  private static let mostFiles = 6
  /// Classes that lie in more files, with the reason.
  private static let spread = ["Linguistics.LanguageFacts": "one file of data a language"]

  private static func classes() -> [String: Class] {
    var classes: [String: Class] = [:]
    for file in SourceFile.all {
      var current: String?
      var isBody = false
      for (index, line) in file.code.enumerated() {
        if line.text.first != " ", let (keyword, name) = declaration(line) {
          current = "\(file.target).\(name)"
          isBody = keyword == "class"
          classes[current ?? "", default: Class()].files.insert(file.path)
          if isBody { classes[current ?? "", default: Class()].isClass = true }
        } else if isBody, let current {
          let next = index + 1 < file.code.count ? file.code[index + 1] : nil
          if let property = openProperty(line, next) { classes[current]?.openProperties.append(property) }
        }
      }
    }
    return classes.filter(\.value.isClass)
  }

  /// The keyword and the name of a type that a line at the margin declares or extends.
  private static func declaration(_ line: SourceFile.Line) -> (keyword: Substring, name: Substring)? {
    let words = line.words
    guard let keyword = words.firstIndex(where: { ["class", "actor", "struct", "enum", "extension"].contains($0) }),
      keyword + 1 < words.count
    else { return nil }
    return (words[keyword] == "actor" ? "class" : words[keyword], words[keyword + 1])
  }

  /// The name of the stored property that is not private and begins in a line of a class; `nil` if there is none.
  private static func openProperty(_ line: SourceFile.Line, _ next: SourceFile.Line?) -> Substring? {
    guard line.text.hasPrefix("  "), !line.text.hasPrefix("   ") else { return nil }
    let words = line.words
    guard let keyword = words.firstIndex(where: { $0 == "var" || $0 == "let" }), keyword + 1 < words.count,
      !words[..<keyword].contains("static"), !words[..<keyword].contains("func")
    else { return nil }
    let isPrivate = words[..<keyword].contains { $0 == "private" || $0 == "fileprivate" }
    guard !isPrivate || line.text.utf8.firstRange(of: "private(set)".utf8) != nil else { return nil }
    // A body without a value before it computes, unless it observes.
    let head = line.text.prefix { $0 != "{" }
    let observes = [line.words, next?.words ?? []].contains { $0.contains("didSet") || $0.contains("willSet") }
    if head.count < line.text.count, !head.contains("="), !observes { return nil }
    return words[keyword + 1]
  }

  @Test func aClassHasFewOpenPropertiesAndLiesInFewFiles() {
    let classes = Self.classes()
    #expect(classes.count > 100)
    for (name, found) in classes.sorted(by: { $0.key < $1.key }) {
      let properties = found.openProperties
      #expect(
        properties.count <= Self.mostProperties,
        "\(name) has \(properties.count) properties that are not private: \(properties.joined(separator: " "))")
      let isAllowed = found.files.count <= Self.mostFiles || Self.spread[name] != nil
      #expect(isAllowed, "\(name) lies in \(found.files.count) files: \(found.files.sorted())")
    }
    for name in Self.spread.keys {
      #expect((classes[name]?.files.count ?? 0) > Self.mostFiles, "\(name) needs no reason")
    }
  }

  @Test func aFolderHasFewFiles() {
    var counts: [Substring: Int] = [:]
    for file in SourceFile.all + SourceFile.tests {
      counts[file.path.prefix(upTo: file.path.lastIndex(of: "/") ?? file.path.endIndex), default: 0] += 1
    }
    #expect(counts.count > 100)
    // One file of data a language.
    for (folder, count) in counts where folder != "Sources/Speaking/Linguistics/Languages" {
      #expect(count <= 30, "\(folder) has \(count) files: give them subjects")
    }
  }
}
