import DesktopSupport
import Study
import Testing
import Vocabulary

/// The listener's changes of phrases.
@Suite(.timeLimit(.minutes(1)))
struct PhraseEditsTests {
  /// A phrase from its voice, in hundredths of a second, with a tenth before it and three behind it.
  private func phrase(_ start: Int64, _ end: Int64) -> Phrase {
    func time(_ hundredths: Int64) -> Microseconds { Microseconds(hundredths * 10_000) }
    return Phrase(
      start: time(start - 10), voiceStart: time(start), voiceEnd: time(end), end: time(end + 30))
  }

  private var found: [Phrase] { [phrase(100, 200), phrase(300, 400), phrase(500, 600)] }

  private func edited(
    _ edits: PhraseEdit..., borders: [Microseconds] = []
  ) throws -> (edits: PhraseEdits, phrases: [Phrase]) {
    var (made, phrases) = (PhraseEdits(), found)
    for edit in edits {
      try made.make(edit, in: phrases, borders: borders)
      phrases = made.applied(to: found)
    }
    return (made, phrases)
  }

  @Test func aPhraseIsDividedAndJoined() throws {
    let split = try edited(PhraseEdit(.split, of: 3_500_000, at: 3_400_000)).phrases
    #expect(
      split.map(\.start) == [900_000, 2_900_000, 3_400_000, 4_900_000]
        && split.map(\.end) == [2_300_000, 3_400_000, 4_300_000, 6_300_000])
    #expect(split[1].voiceEnd == 3_400_000 && split[2].voiceStart == 3_400_000)
    let joined = try edited(PhraseEdit(.join, of: 1_500_000)).phrases
    #expect(joined.count == 2 && joined[0].start == 900_000 && joined[0].end == 4_300_000)
    #expect(joined[0].voiced == 3_000_000)
    // The phrase that was divided is whole again.
    let again = try edited(
      PhraseEdit(.split, of: 3_500_000, at: 3_400_000), PhraseEdit(.join, of: 3_000_000)
    ).phrases
    #expect(again == found)
  }

  @Test func anEdgeMovesAndTheVoiceStaysWithinIt() throws {
    let later = try edited(PhraseEdit(.start, of: 3_500_000, at: 3_100_000)).phrases[1]
    #expect(later.start == 3_100_000 && later.voiceStart == 3_100_000 && later.end == 4_300_000)
    let wider = try edited(PhraseEdit(.end, of: 3_500_000, at: 4_800_000)).phrases[1]
    #expect(wider.end == 4_800_000 && wider.voiceEnd == 4_000_000)
    // A voice that was cut there goes on with its phrase.
    let cut = try edited(
      PhraseEdit(.split, of: 3_500_000, at: 3_400_000), PhraseEdit(.end, of: 3_500_000, at: 3_600_000),
      PhraseEdit(.end, of: 3_500_000, at: 3_700_000)
    ).phrases
    #expect(cut[2].start == 3_400_000 && cut[2].end == 3_700_000 && cut[2].voiceEnd == 3_700_000)
  }

  @Test func editsThatCrossAreRefusedAndChangeNothing() throws {
    let chapters: [Microseconds] = [0, 4_500_000]
    let wrong: [(PhraseEdit, PhraseEdit.Refusal)] = [
      (PhraseEdit(.start, of: 3_500_000, at: 2_200_000), .crosses(2_300_000)),
      (PhraseEdit(.end, of: 1_500_000, at: 3_000_000), .crosses(2_900_000)),
      (PhraseEdit(.end, of: 1_500_000, at: 900_000), .tooShort),
      (PhraseEdit(.start, of: 1_500_000, at: .max), .tooShort),
      (PhraseEdit(.split, of: 1_500_000, at: 920_000), .tooShort),
      (PhraseEdit(.split, of: 1_500_000, at: 5_000_000), .tooShort),
      (PhraseEdit(.start, of: 1_500_000, at: -1), .crosses(0)), (PhraseEdit(.join, of: 5_500_000), .last),
      (PhraseEdit(.join, of: 3_500_000), .chapter(4_500_000)),
      (PhraseEdit(.end, of: 3_500_000, at: 4_600_000), .chapter(4_500_000)),
      (PhraseEdit(.start, of: 5_500_000, at: 4_400_000), .chapter(4_500_000)),
      (PhraseEdit(.join, of: 2_500_000), .noPhrase), (PhraseEdit(.join, of: 9_000_000), .noPhrase),
      (PhraseEdit(.restore, of: 1_500_000), .notEdited),
    ]
    for (edit, refusal) in wrong {
      var edits = PhraseEdits()
      #expect(throws: refusal, "\(edit)") { try edits.make(edit, in: found, borders: chapters) }
      #expect(edits.isEmpty)
    }
  }

  @Test func whatWasEditedOutlivesAnotherAnalysis_S2_37() throws {
    let edits = try edited(
      PhraseEdit(.split, of: 3_500_000, at: 3_400_000), PhraseEdit(.end, of: 3_600_000, at: 4_500_000)
    ).edits
    let own = edits.patches.flatMap(\.phrases)
    // Another analysis joins what was edited with what stands before it, and finds nothing of the rest.
    let joined = edits.applied(to: [phrase(100, 400)])
    #expect(joined.suffix(2) == own[...] && joined.count == 3)
    #expect(joined[0].end == own[0].start && joined[0].voiceEnd == own[0].start)
    #expect(edits.applied(to: []) == own)
    // A little that is left beside it is no phrase.
    #expect(edits.applied(to: [phrase(280, 400)]) == own)
    let text = edits.text
    #expect(PhraseEdits(text: text) == edits && PhraseEdits(text: "") == PhraseEdits())
  }

  @Test func anEditIsUndone() throws {
    var (edits, phrases) = try edited(
      PhraseEdit(.split, of: 3_500_000, at: 3_400_000), PhraseEdit(.join, of: 3_500_000),
      PhraseEdit(.end, of: 1_500_000, at: 2_400_000))
    try edits.make(PhraseEdit(.restore, of: 3_500_000), in: phrases)
    phrases = edits.applied(to: found)
    #expect(phrases[1...] == found[1...] && phrases[0].end == 2_400_000)
    try edits.make(PhraseEdit(.restoreAll, of: 0), in: phrases)
    #expect(edits.isEmpty)
  }

  @Test func keptEditsThatAreWrongAreLeftOut() {
    let texts = [
      "1 2", "1 2 3 4 5", "a b c d e f", "0 1000 0 0 10 2000", "0 1000 0 10 5 1000", "1000 0 0 0 10 10",
      "-5 10 0 0 1 2",
      "0 1000 100 100 100 100", "0 9223372036854775807 0 0 1 9223372036854775807",
    ]
    #expect(PhraseEdits(text: texts.joined(separator: "\n")).isEmpty)
    let good = "0 1000 0 0 1000 1000"
    #expect(PhraseEdits(text: good + "\n500 2000 500 500 600 600\n").text == good)
  }

  /// Whatever is edited in any order: phrases do not overlap, and what is kept says the same.
  @Test func phrasesStayInOrderWhateverIsEdited_S2_37() {
    for seed in 0..<200 {
      var generator = SeededGenerator(seed: UInt64(seed))
      var found: [Phrase] = []
      var time: Int64 = 20
      for _ in 0..<20 {
        let end = time + .random(in: 20...300, using: &generator)
        found.append(phrase(time, end))
        time = end + .random(in: 45...200, using: &generator)
      }
      let borders = [Microseconds(found[7].start.count - 30_000)]
      var (edits, phrases) = (PhraseEdits(), found)
      var made = 0
      for _ in 0..<60 {
        let one = phrases.randomElement(using: &generator)?.start ?? 0
        let edit = PhraseEdit(
          PhraseEdit.Kind.allCases.filter { $0 != .restoreAll }.randomElement(using: &generator) ?? .join,
          of: one + Microseconds(.random(in: 0...40_000, using: &generator)),
          at: one + Microseconds(.random(in: -500_000...3_000_000, using: &generator)))
        let before = edits
        do {
          try edits.make(edit, in: phrases, borders: borders)
          made += 1
        } catch {
          #expect(edits == before)
        }
        phrases = edits.applied(to: found)
        let times = phrases.flatMap { [$0.start, $0.voiceStart, $0.voiceEnd, $0.end] }
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }, "\(seed): \(edit)")
        #expect(phrases.allSatisfy { $0.end - $0.start >= PhraseEdits.shortest || found.contains($0) })
        #expect(!phrases.contains { $0.start < borders[0] && borders[0] < $0.end })
        #expect(PhraseEdits(text: edits.text) == edits)
        // Another edit sees the same phrases as one who found them anew.
        #expect(edits.applied(to: phrases) == phrases)
      }
      #expect(made > 5)
    }
  }
}
