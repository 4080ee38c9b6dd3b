import Testing
import Vocabulary

@testable import Playback

/// The state that a player leaves to the next one.
@Suite(.timeLimit(.minutes(1)))
struct RememberedTests {
  /// The part that must be equal in the restored player: everything except the open place, which is in its table then.
  private func essence(_ kept: Remembered) -> Remembered {
    var kept = kept
    if let current = kept.current { kept.places[current] = nil }
    if kept.wish == .stopped { kept.places = [:] }
    if kept.entries.isEmpty { kept.random = 0 }
    return kept
  }

  @Test func anyRememberedStateIsRestoredWhole_S0_02() throws {
    for seed in 0..<200 as Range<UInt64> {
      var walk = Walk(seed: seed)
      try walk.run(steps: Int(seed % 60) + 5)
      let kept = walk.player.remembered
      var next = Stage(seed: 99)
      _ = next.handle(.restore(kept))
      #expect(next.player.brokenInvariant(at: next.now) == nil, "seed \(seed)")
      #expect(essence(next.player.remembered) == essence(kept), "seed \(seed)")
    }
  }

  @Test func aRestoredQueueIsOnlyRestoredUntilSomebodyAsksForIt() {
    var kept = Stage(tracks: 3, playing: true).player.remembered
    kept.wish = .paused(.restart)
    func restored() -> Stage {
      var stage = Stage(seed: 1)
      _ = stage.handle(.restore(kept))
      return stage
    }
    #expect(restored().player.snapshot.isOnlyRestored)
    let entry = QueueEntry(id: TrackID(9), metadata: TrackMetadata(title: "new"), length: nil, group: nil)
    let asking: [Player.Event] = [
      .play, .toggle, .next(finishing: false), .previous(heard: 0, restartAfter: 1), .seek(to: 5), .goTo(TrackID(2)),
      .add([entry], .last, playing: false, heard: 0),
    ]
    for event in asking {
      var stage = restored()
      _ = stage.handle(event)
      #expect(!stage.player.snapshot.isOnlyRestored, "\(event)")
    }
    // None of these is a request, least of all a desktop's Pause.
    let others: [Player.Event] = [
      .pause(.user), .stop, .setRate(2), .setVolume(0.5), .setLoop(.playlist), .setShuffle(.once), .holdBegan(.noSink),
      .configure(Policy()), .remove([TrackID(3)]), .move(TrackID(2), to: 0),
      .add([entry], .continuing(TrackID(1)), playing: false, heard: 0),
    ]
    var stage = restored()
    for event in others {
      _ = stage.handle(event)
      #expect(stage.player.snapshot.isOnlyRestored, "\(event)")
    }
    #expect(!Stage(tracks: 1, playing: false).player.snapshot.isOnlyRestored)
  }

  @Test func aShuffleGoesOnAsItWouldHave() {
    var stage = Stage(tracks: 9, playing: true)
    _ = stage.handle(.setLoop(.playlist))
    _ = stage.handle(.setShuffle(.eachLap))
    var next = Stage(seed: 99)
    _ = next.handle(.restore(stage.player.remembered))
    next.hear()
    #expect(next.lap(27) == stage.lap(27))
  }

  @Test func theCurrentTrackOpensAtItsPlaceAndIsSilentUntilPlay_S0_02() {
    var kept = Stage(tracks: 3, playing: true).player.remembered
    #expect(kept.wish == .playing)
    kept.wish = .paused(.restart)
    kept.places[1] = 42
    var next = Stage(seed: 1)
    let effects = next.handle(.restore(kept))
    #expect(effects.opened == [Place(1, 42)] && effects.orders.isEmpty)
    #expect(next.player.pauseReason == .restart && !next.isSounding)
    #expect(next.handle(.play).orders == [true])
  }

  @Test(arguments: [
    Remembered.Wish.paused(.routeLost("Headphones")), .paused(.sleep), .paused(.otherPlayer(nil)), .stopped,
  ])
  func aSilentReadingStaysSilent_S0_02_S0_05(wish: Remembered.Wish) {
    var kept = Stage(tracks: 2, playing: true).player.remembered
    kept.wish = wish
    var next = Stage(seed: 1)
    #expect(next.handle(.restore(kept)).orders.isEmpty)
    #expect(next.player.remembered.wish == wish)
  }

  @Test func aHoldIsRememberedAsAPause_S0_02() {
    var stage = Stage(tracks: 1, playing: true)
    _ = stage.handle(.holdBegan(.serverLost))
    #expect(stage.player.remembered.wish == .paused(.serverLost))
  }

  @Test(arguments: [
    Repetition.Extent.sentence, .paragraph, .from(SpeechPoint(sentence: 2, offset: 7)),
    .between(SpeechPoint(sentence: 2, offset: 7), SpeechPoint(sentence: 4)),
  ])
  func aRepetitionIsRestored(extent: Repetition.Extent) {
    var kept = Stage(tracks: 2, playing: true).player.remembered
    let repetition = Repetition(extent, in: 1)
    kept.repetition = repetition
    var next = Stage(seed: 1)
    #expect(next.handle(.restore(kept)).contains(.setRepetition(repetition)))
    #expect(next.player.remembered.repetition == repetition)
    _ = next.handle(.stop)
    #expect(next.player.remembered.repetition == nil)
  }

  @Test(arguments: [
    Repetition(.sentence, in: 9), Repetition(.from(SpeechPoint(sentence: -1)), in: 1),
    Repetition(.between(SpeechPoint(sentence: 2), SpeechPoint(sentence: 2)), in: 1),
    Repetition(.between(SpeechPoint(sentence: 2), SpeechPoint(sentence: 3, offset: -1)), in: 1),
  ])
  func anInvalidRepetitionIsNotRestored(repetition: Repetition) {
    var kept = Stage(tracks: 2, playing: true).player.remembered
    kept.repetition = repetition
    var next = Stage(seed: 1)
    _ = next.handle(.restore(kept))
    #expect(next.player.remembered.repetition == nil)
  }

  /// A stored queue that is read late, when another one has been filled: heard entries go before the current entry, for
  /// Previous, and the others to the end.
  @Test func textsQueuedMeanwhileStayInFrontAndNothingIsLost() {
    var kept = Remembered(
      wish: .playing, current: 3, entries: (1...5).map { Stage.entry($0) }, order: [1, 2, 3, 4, 5], rate: 2)
    kept.heard = [1, 2]
    kept.places = [3: 42, 5: 7]
    var stage = Stage()
    _ = stage.add(11...12)
    let effects = stage.handle(.restore(kept))
    #expect(effects.isEmpty && stage.player.brokenInvariant(at: stage.now) == nil)
    #expect(stage.queued == [1, 2, 11, 12, 3, 4, 5] && stage.current == 11 && stage.player.rate == 1)
    #expect([1, 2].allSatisfy(stage.player.wasHeard) && [3, 4, 5].allSatisfy { !stage.player.wasHeard($0) })
    _ = stage.handle(.next(finishing: true))
    #expect(stage.handle(.next(finishing: true)).opened == [Place(3, 42)])
    #expect(stage.player.place(of: 5) == 7)
    // A second time it contains nothing new.
    let before = stage.player
    #expect(stage.handle(.restore(kept)).isEmpty && stage.player == before)
  }

  @Test func aQueueThatWasHeardToItsEndIsNotReadAgainForIt() {
    let kept = Remembered(current: 2, entries: [Stage.entry(1), Stage.entry(2)], order: [1, 2], heard: [1, 2])
    var stage = Stage()
    _ = stage.add(11...11)
    _ = stage.handle(.restore(kept))
    #expect(stage.queued == [1, 2, 11] && stage.player.snapshot.canGoNext == false)
  }

  @Test func anyQueueJoinsAnyOther() throws {
    for seed in 0..<200 as Range<UInt64> {
      var walk = Walk(seed: seed)
      try walk.run(steps: Int(seed % 60) + 5)
      let kept = walk.player.remembered
      var other = Stage()
      _ = other.add(1_000_001...1_000_004, playing: seed % 2 == 0)
      if seed % 3 == 0 { _ = other.handle(.setShuffle(.once)) }
      let before = other.player
      let event = Player.Event.restore(kept)
      let effects = other.handle(event)
      #expect(other.player.brokenInvariant(at: other.now) == nil, "seed \(seed)")
      #expect(other.player.brokenPromise(after: event, at: other.now, from: before, effects) == nil, "seed \(seed)")
      #expect(Set(other.player.ids) == Set(kept.entries.map(\.id)).union(before.ids), "seed \(seed)")
    }
  }

  @Test func nonsenseIsMended() {
    var kept = Stage(tracks: 3).player.remembered
    kept.entries.append(kept.entries[0])
    kept.order = [3, 3, 9]
    kept.current = 7
    kept.rate = .infinity
    kept.volume = -1
    kept.places = [8: 5, 2: -4]
    kept.wishesAfter = [12: .playing]
    var next = Stage(seed: 1)
    _ = next.handle(.restore(kept))
    #expect(next.player.brokenInvariant(at: next.now) == nil && next.queued == [1, 2, 3] && next.current == 1)
    #expect(next.player.rate == 1)
  }
}
