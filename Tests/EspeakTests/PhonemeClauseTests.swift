import DesktopSupport
import Espeak
import Foundation
import Speech
import Testing
import Vocabulary

/// The engine of this process, of which there is one.
@MainActor
final class TestEngine {
  static let shared = Result<TestEngine, Trouble> { () throws(Trouble) in
    TestEngine(try Espeak(reportsPhonemes: true))
  }
  var espeak: Espeak

  private init(_ espeak: consuming Espeak) { self.espeak = espeak }
}

/// A text as sounds with their words.
@Suite(.timeLimit(.minutes(1))) @MainActor
struct PhonemeClauseTests {
  /// A text of the declaration of human rights, in many languages.
  private struct Text: Decodable {
    var language: String
    var text: String
  }

  private static let voices = ["en": "gmw/en-US", "de": "gmw/de", "es": "roa/es", "ru": "zle/ru", "hi": "inc/hi"]

  /// Ends of clauses that are heard, and such that are not.
  private static let abbreviations = [
    "Dr. Smith came, and Mrs. Jones, too.", "He said e.g. that this works, i.e. never.",
    "Version 2.0 of the U.S. Army.",
    "J. R. R. Tolkien wrote it: well; no? Yes! Hm... (of the house)", "No. 10 and vol. 3, pp. 4 to 6, at 3 p.m. there.",
  ]

  private static func texts() throws -> [(voice: String, text: String)] {
    let file = try String(contentsOfFile: Project.file("Tests/Fixtures/languages/udhr.jsonl"), encoding: .utf8)
    let texts = try file.split(separator: "\n").map { try JSONDecoder().decode(Text.self, from: Data($0.utf8)) }
    let read = texts.compactMap { text in voices[text.language].map { ($0, text.text) } }
    return abbreviations.map { ("gmw/en-US", $0) } + read
  }

  private static func clauses(
    _ engine: TestEngine, _ configuration: VoiceConfiguration, _ text: String
  ) throws -> [PhonemeClause] {
    try engine.espeak.configure(configuration)
    return try engine.espeak.clauses(of: Array(text.utf8))
  }

  /// The speed at which they are found is not heard: the sounds, their words and the clauses are those of the voice as
  /// it speaks.
  @Test func soundsAreTheSameAtTheQuickestSpeed() throws {
    let engine = try TestEngine.shared.get()
    let texts = try Self.texts()
    #expect(texts.count > 150)
    for (voice, text) in texts {
      let quick = try Self.clauses(engine, Espeak.quickest(VoiceID(voice)), text)
      var usual = try Self.clauses(engine, VoiceConfiguration(voice: VoiceID(voice)), text)
      // Only the quickest speed tells the pauses.
      for index in usual.indices { usual[index].hasPause = quick[min(index, quick.count - 1)].hasPause }
      #expect(quick == usual, "\(text)")
    }
  }

  @Test func anAbbreviationHasNoPause() throws {
    let engine = try TestEngine.shared.get()
    func pauses(_ text: String) throws -> [Bool] {
      try Self.clauses(engine, Espeak.quickest(VoiceID("gmw/en-US")), text).dropLast().map(\.hasPause)
    }
    #expect(try pauses("Dr. Smith came.") == [false])
    for mark in [",", ".", "?", "!", ":", ";"] {
      #expect(try pauses("The lamp\(mark) The house.") == [true], "\(mark)")
    }
  }
}
