import Testing
import Vocabulary

@testable import Playback

/// The rate belongs to the document for which it was set.
@Suite(.timeLimit(.minutes(1)))
struct RateTests {
  private func book(_ numbers: ClosedRange<UInt64>, rate: Double? = nil) -> Player.Event {
    .add(
      numbers.map { Stage.entry($0, document: TrackID(numbers.lowerBound), rate: rate) }, .now, playing: true, heard: 0)
  }

  @Test(arguments: [Player.Event.play, .pause(.user)])
  func theCurrentDocumentGetsItsOwnRate_S2_28(state: Player.Event) {
    var stage = Stage()
    _ = stage.handle(book(1...3))
    stage.hear()
    _ = stage.handle(state)
    #expect(stage.handle(.setRate(2)) == [.setRate(2)])
    #expect(stage.player.globalRate == 1 && stage.player.snapshot.isRateOwn)
    // All chapters have it, an interrupting text does not, and afterwards it applies again.
    #expect(stage.handle(.goTo(3)).contains(.setRate(1)) == false)
    let effects = stage.say(9...9, heard: 5)
    #expect(effects.first { $0 == .setRate(1) } != nil && stage.player.rate == 1 && !stage.player.snapshot.isRateOwn)
    stage.hear()
    _ = stage.end()
    #expect(stage.player.rate == 2)
  }

  @Test func aRateIsSetBeforeItsTrackIsOpened() {
    var stage = Stage()
    _ = stage.handle(book(1...2, rate: 1.5))
    #expect(stage.player.rate == 1.5)
    let effects = stage.say(9...9)
    let rate = effects.firstIndex(of: .setRate(1))
    let open = effects.firstIndex { if case .open = $0 { true } else { false } }
    #expect(rate != nil && open != nil && rate! < open!)
  }

  @Test func besideASaidTextOrNothingTheGlobalRateChanges_S2_28() {
    var stage = Stage()
    _ = stage.handle(.setRate(1.25))
    #expect(stage.player.globalRate == 1.25)
    _ = stage.handle(book(1...2, rate: 3))
    #expect(stage.player.rate == 3)
    _ = stage.say(9...9)
    _ = stage.handle(.setRate(2))
    #expect(stage.player.globalRate == 2 && stage.player.rate == 2)
    stage.hear()
    _ = stage.end()
    #expect(stage.player.rate == 3)
  }

  @Test func aFirstOpeningInheritsNothing_X6() {
    var stage = Stage()
    _ = stage.handle(book(1...2))
    _ = stage.handle(.setRate(2))
    _ = stage.handle(book(5...6))
    #expect(stage.player.rate == 1 && !stage.player.snapshot.isRateOwn)
    _ = stage.handle(.clear(.hushed))
    #expect(stage.player.rate == 1 && stage.player.ownRates.isEmpty)
  }

  @Test func oneMeansOne_X6() {
    var stage = Stage()
    _ = stage.handle(.setGlobalRate(2))
    _ = stage.handle(book(1...2))
    #expect(stage.player.rate == 2)
    _ = stage.handle(.setRate(1))
    #expect(stage.player.rate == 1 && stage.player.snapshot.isRateOwn)
    _ = stage.handle(.setGlobalRate(3))
    #expect(stage.player.rate == 1)
    _ = stage.handle(.forgetRate)
    #expect(stage.player.rate == 3 && !stage.player.snapshot.isRateOwn)
  }

  @Test func theRateOfAllIsThatOfEveryDocument() {
    var stage = Stage()
    _ = stage.handle(book(1...2, rate: 2))
    _ = stage.handle(book(5...6, rate: 3))
    #expect(stage.handle(.setRateOfAll(1.5)) == [.setRate(1.5)])
    _ = stage.handle(.remove([5, 6]))
    #expect(stage.player.rate == 1.5)
  }

  @Test func itOutlivesTheService_S2_28() {
    var stage = Stage()
    _ = stage.handle(.setGlobalRate(1.25))
    _ = stage.handle(book(1...2, rate: 2))
    var next = Stage()
    _ = next.handle(.restore(stage.player.remembered))
    #expect(next.player.rate == 2 && next.player.globalRate == 1.25)
    // The rate of this document became known only later.
    _ = next.handle(.giveRate(3, to: 2))
    #expect(next.player.rate == 3)
  }

  @Test(arguments: [Double.nan, .infinity]) func aValueThatIsNoNumberIsNoRate(value: Double) {
    var stage = Stage()
    _ = stage.handle(book(1...2, rate: 2))
    let before = stage.player
    for event in [.setRate(value), .setGlobalRate(value), .setRateOfAll(value), .giveRate(value, to: 1)]
      as [Player.Event]
    {
      #expect(stage.handle(event) == [] && stage.player == before)
    }
  }
}
