import DesktopSupport
import Documents
import Foundation
import LanguageFinding
import Speech

/// Texts of Tests/Fixtures/languages, and what the finder makes of them.
enum Samples {
  struct Text: Decodable, Sendable {
    struct Run: Decodable, Sendable {
      var text: String
      var language: String
    }

    var language: String
    var text: String
    var runs: [Run]?
  }

  /// A part of a text and the language that was found.
  struct Part: CustomStringConvertible {
    var text: String
    var tag: String

    var description: String { "\(tag):\(text)" }
  }

  static func read(_ name: String) throws -> [Text] {
    let data = try Data(contentsOf: URL(fileURLWithPath: Project.file("Tests/Fixtures/languages/\(name)")))
    return try data.split(separator: UInt8(ascii: "\n")).map { try JSONDecoder().decode(Text.self, from: $0) }
  }

  /// The parts of `text` with their tags, in a document of which nothing else is known.
  static func runs(
    _ text: String, surrounding: String = "", desktop: String = "en", declared: [LanguageSpan] = [],
    isQuick: Bool = true
  ) -> [Part] {
    var runs = LanguageRuns(surrounding: surrounding, desktop: desktop)
    return Self.runs(text, declared: declared, in: &runs, isQuick: isQuick)
  }

  /// The same in a document, with the finder's own checks: the spans cover the text without holes.
  static func runs(
    _ text: String, declared: [LanguageSpan] = [], in runs: inout LanguageRuns, isQuick: Bool = true
  ) -> [Part] {
    let finder = LanguageFinder()
    let bytes = Array(text.utf8)
    let spans = runs.spans(
      of: bytes, declared: declared, confirm: isQuick ? { finder.letters(of: $0, ifIn: $1) } : nil
    ) { finder.language(of: $0, $1) }
    var end = 0
    for (index, span) in spans.enumerated() {
      precondition(span.utf8.lowerBound == end && !span.utf8.isEmpty, "a hole in \(text)")
      precondition(index == 0 || spans[index - 1].tag != span.tag, "two spans of one language in \(text)")
      end = span.utf8.upperBound
    }
    precondition(end == bytes.count, "the end of \(text) has no language")
    return spans.map { Part(text: String(decoding: bytes[$0.utf8], as: UTF8.self), tag: $0.tag) }
  }

  /// True if two tags are read by one voice.
  static func areSame(_ one: String, _ other: String) -> Bool { primary(one) == primary(other) }

  static func primary(_ tag: String) -> Substring {
    let language = tag.prefix { $0 != "-" }
    return language == "cmn" ? "zh" : language
  }
}
