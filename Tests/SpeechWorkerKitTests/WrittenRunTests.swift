import Speech
import SpeechWire
import Testing
import Vocabulary

@testable import SpeechWorkerKit

/// The runs of an utterance, as the engine gets them.
@Suite(.timeLimit(.minutes(1)))
struct WrittenRunTests {
  private static func runs(
    _ text: String, _ runs: [TextRun], phonemes: EngineTraits.Phonemes = .none
  ) throws -> [String] {
    let traits = EngineTraits(
      sampleRate: .usual, wordsPerMinute: 80...449, pitch: 0...100, marks: .exact, lengths: .exact, phonemes: phonemes,
      cost: 1, memory: 0)
    let utterance = Utterance(text: Array(text.utf8), runs: runs)
    #expect(utterance.isWellFormed)
    let speakable = try #require(SpeakableText(utterance.text) { _ in nil })
    return WrittenRun.runs(of: utterance, speakable, by: traits).map { run in
      let marks = run.marks.map { " \($0.number)@\($0.utf8)" }.joined()
      return "\(run.origin.scalars.lowerBound) '\(run.text)'\(marks)\(run.isSilent ? " silent" : "")"
    }
  }

  @Test func aMarkDividesNothing() throws {
    #expect(try Self.runs("aé b c", []) == ["0 'aé b c'"])
    #expect(try Self.runs("aé b c", [TextRun(utf8: 4..<5, RunAttributes(mark: "m"))]) == ["0 'aé b c' 0@4"])
    #expect(
      try Self.runs(
        "aé b c",
        [
          TextRun(utf8: 0..<0, RunAttributes(mark: "m")), TextRun(utf8: 4..<7, RunAttributes(mark: "n")),
          TextRun(utf8: 7..<7, RunAttributes(mark: "o")),
        ]) == ["0 'aé b c' 0@0 1@4 2@7"])
    // Within the part of another voice.
    #expect(
      try Self.runs(
        "aé b c",
        [
          TextRun(utf8: 4..<5, RunAttributes(voice: "v")), TextRun(utf8: 5..<6, RunAttributes(voice: "v", mark: "m")),
        ]) == ["0 'aé '", "3 'b ' 0@1", "5 'c'"])
  }

  @Test func whatIsHeardDivides() throws {
    let slow = RunAttributes(prosody: Prosody(rate: .init(percent: 50)))
    #expect(try Self.runs("a b c", [TextRun(utf8: 2..<3, slow)]) == ["0 'a '", "2 'b'", "3 ' c'"])
    // Two voices stay apart, though they are the same one: it was so before there were marks.
    let parts = [TextRun(utf8: 0..<2, voice: "v"), TextRun(utf8: 2..<5, voice: "v")]
    #expect(try Self.runs("a b c", parts) == ["0 'a '", "2 'b c'"])
    let pause = RunAttributes(pauseBefore: 1)
    #expect(try Self.runs("a b c", [TextRun(utf8: 2..<5, pause)]) == ["0 'a '", "2 'b c'"])
    #expect(try Self.runs("a b c", [TextRun(utf8: 2..<2, pause)]) == ["0 'a '", "2 '' silent", "2 'b c'"])
    let both = RunAttributes(pauseBefore: 1, mark: "m")
    #expect(try Self.runs("a b c", [TextRun(utf8: 2..<2, both)]) == ["0 'a '", "2 'b c' 0@0"])
    #expect(try Self.runs("a b c", [TextRun(utf8: 5..<5, both)]) == ["0 'a b c'", "5 '' 0@0 silent"])
    #expect(try Self.runs("", [TextRun(utf8: 0..<0, both)]) == ["0 '' 0@0 silent"])
  }

  @Test func phonemesDivideOnlyWhereTheyAreSaid() throws {
    let runs = [TextRun(utf8: 2..<3, RunAttributes(phonemes: "p"))]
    #expect(try Self.runs("a b c", runs) == ["0 'a b c'"])
    #expect(try Self.runs("a b c", runs, phonemes: .ipa) == ["0 'a '", "2 'b'", "3 ' c'"])
  }

  @Test func phonemesAreSaidForTheirWords() {
    let words = [0..<3, 4..<8].map { TextSpan(scalars: $0, utf8: $0, utf16: $0) }
    func said(_ phonemes: String, _ words: [TextSpan]) -> [Range<Int>] {
      let said = SaidText(phonemes: phonemes, for: words)
      #expect(said.bytes == Array(phonemes.utf8) && said.words.map(\.span) == words)
      return said.words.map(\.said)
    }
    #expect(said("njˈuː jˈɔːk", words) == [0..<5, 6..<11])
    #expect(said(" a  b ", words) == [1..<2, 4..<5])
    // Another number of groups: all of them are said for all words.
    #expect(said("njuːjɔːk", words) == [0..<8, 0..<8])
    #expect(said("a b c", words) == [0..<5, 0..<5])
    #expect(said("a b", []).isEmpty)
  }
}
