import Playback
import Testing
import Vocabulary

@Suite(.timeLimit(.minutes(5)))
struct ShuffleTests {
  private func stage(_ mode: ShuffleMode, tracks: UInt64 = 8, seed: UInt64 = 1) -> Stage {
    var stage = Stage(tracks: tracks, playing: true, seed: seed)
    _ = stage.handle(.setLoop(.playlist))
    _ = stage.handle(.setShuffle(mode))
    return stage
  }

  @Test(arguments: ShuffleMode.allCases)
  func everyLapHoldsEachTrackOnce(mode: ShuffleMode) {
    for seed in 0..<30 as Range<UInt64> {
      var stage = stage(mode, seed: seed)
      for _ in 0..<4 { #expect(stage.lap(8).sorted() == (1...8).map { TrackID($0) }) }
      #expect(stage.queued == Array(1...8))
    }
  }

  @Test func aShuffleChosenOnceStays_S2_22() {
    var stage = stage(.once)
    let first = stage.lap(8)
    #expect(first != first.sorted())
    #expect(stage.lap(8) == first)
  }

  @Test func eachLapHasItsOwnOrder_S2_23() {
    for seed in 0..<30 as Range<UInt64> {
      for tracks in 2...8 as ClosedRange<UInt64> {
        var stage = stage(.eachLap, tracks: tracks, seed: seed)
        var before = stage.lap(Int(tracks))
        for _ in 0..<3 {
          let lap = stage.lap(Int(tracks))
          #expect(lap != before)
          // The entry just heard is not played again at once.
          if tracks > 2 { #expect(lap.first != before.last) }
          before = lap
        }
      }
    }
  }

  @Test(arguments: [ShuffleMode.once, .eachLap, .questionChoices])
  func theCurrentTrackIsTheFirstOfANewOrder_S2_25(mode: ShuffleMode) {
    for seed in 0..<30 as Range<UInt64> {
      var stage = Stage(tracks: 8, playing: true, seed: seed)
      _ = stage.handle(.goTo(7))
      _ = stage.handle(.setShuffle(mode))
      #expect(stage.handle(.previous(heard: 0, restartAfter: 1)).opened == [Place(7, 0)], "nothing lies before it")
      let lap = stage.lap(9)
      #expect(lap.first == 7)
      #expect(lap.count == 8)
    }
  }

  @Test func choosingTheSameShuffleAgainChangesNothing() {
    var stage = stage(.once)
    let before = stage.player
    #expect(stage.handle(.setShuffle(.once)) == [])
    #expect(stage.player == before)
  }

  @Test func withoutShuffleTheListenersOrderIsBack() {
    var stage = stage(.once)
    _ = stage.handle(.goTo(5))
    _ = stage.handle(.setShuffle(.off))
    #expect(stage.lap(5) == [5, 6, 7, 8, 1])
  }

  @Test(arguments: [ShuffleMode.once, .eachLap, .questionChoices])
  func aQueueThatIsFilledUnderAShuffleMissesNothing(mode: ShuffleMode) {
    for seed in 0..<30 as Range<UInt64> {
      var stage = Stage(seed: seed)
      _ = stage.handle(.setShuffle(mode))
      _ = stage.add(1...8)
      stage.hear()
      // In the middle of the lap entries are added, which are still played in it.
      let begun = stage.lap(3)
      _ = stage.add(9...12)
      _ = stage.add(13...14, .after(begun[0]))
      let rest = stage.lap(20)
      #expect((begun + rest).sorted() == (1...14).map { TrackID($0) })
      #expect(stage.player.isEmpty)
    }
  }

  @Test func aNextEntryComesNextInAShuffleToo() {
    for mode in ShuffleMode.allCases {
      var stage = stage(mode)
      _ = stage.add(9...10, .next)
      #expect(stage.lap(3) == [1, 9, 10])
    }
  }
}

/// Questions, each with its choices, as S2-24 has them: groups by album.
@Suite(.timeLimit(.minutes(5)))
struct QuestionChoicesTests {
  private static let choices: UInt64 = 4

  /// Question n is track 10n, its choices 10n + 1 and so on.
  private func quiz(seed: UInt64, ofDocuments: Bool = false) -> Stage {
    var stage = Stage(seed: seed)
    let entries = (1...5).flatMap { question in
      (0...Self.choices).map { choice in
        let number = UInt64(question) * 10
        return ofDocuments
          ? Stage.entry(number + choice, document: TrackID(number))
          : Stage.entry(number + choice, group: "question \(question)")
      }
    }
    _ = stage.handle(.add(entries, .last, playing: true, heard: 0))
    _ = stage.handle(.setLoop(.playlist))
    stage.hear()
    return stage
  }

  /// Without an album the document is the group: its first chapter is the question.
  @Test(arguments: [false, true]) func theQuestionIsFirstAndItsChoicesFollow_S2_24(ofDocuments: Bool) {
    for seed in 0..<50 as Range<UInt64> {
      var stage = quiz(seed: seed, ofDocuments: ofDocuments)
      _ = stage.handle(.setShuffle(.questionChoices))
      for _ in 0..<3 {
        let lap = stage.lap(25).map(\.number)
        for start in stride(from: 0, to: 25, by: 5) {
          let group = lap[start..<start + 5]
          #expect(group.first!.isMultiple(of: 10))
          #expect(Set(group.map { $0 / 10 }).count == 1)
        }
        #expect(Set(lap).count == 25)
      }
    }
  }

  @Test func questionsAndChoicesAreBothShuffled_S2_24() {
    var questions: Set<[UInt64]> = []
    var choices: Set<[UInt64]> = []
    for seed in 0..<20 as Range<UInt64> {
      var stage = quiz(seed: seed)
      _ = stage.handle(.setShuffle(.questionChoices))
      let lap = stage.lap(25).map(\.number)
      questions.insert(lap.filter { $0.isMultiple(of: 10) })
      choices.insert(lap.filter { $0 / 10 == 1 })
    }
    #expect(questions.count > 5)
    #expect(choices.count > 5)
  }

  @Test func aChoiceThatIsHeardKeepsTheOthersOfItsQuestionToCome_S2_25() {
    for seed in 0..<50 as Range<UInt64> {
      var stage = quiz(seed: seed)
      _ = stage.handle(.goTo(33))
      _ = stage.handle(.setShuffle(.questionChoices))
      let lap = stage.lap(24).map(\.number)
      #expect(lap.first == 33)
      #expect(Set(lap[1...3]) == [31, 32, 34])
      #expect(Set(lap).count == 24)
      #expect(!lap.contains(30))
    }
  }
}
