import Testing
import Vocabulary

@testable import Announcements

struct VolumeFloorTests {
  @Test func theVolumeIsRaisedAndRestored_S1_09() {
    var stage = FloorStage()
    stage.begin()
    #expect(stage.volume == 0.4)
    #expect(stage.kept == [VolumeFloor.Raise(sink: "speakers", original: 0.1, raised: 0.4)])
    stage.end()
    stage.pass(.milliseconds(400))
    #expect(stage.volume == 0.4)
    stage.rest()
    #expect(stage.volume == 0.1 && stage.kept.isEmpty && stage.broken == nil)
  }

  @Test func aRowIsRaisedOnce_S1_09() {
    var stage = FloorStage()
    for _ in 1...10 {
      stage.begin()
      stage.pass(.seconds(2))
      stage.end()
      stage.pass(.milliseconds(300))
    }
    stage.rest()
    #expect(stage.ordered == [0.4, 0.1])
    #expect(stage.broken == nil)
  }

  @Test func itIsAtOnceTheListenersForOtherSound() {
    var stage = FloorStage()
    stage.begin()
    stage.end()
    #expect(!stage.floor.isRestored)
    stage.end(atOnce: true)
    stage.pass(stage.delay)
    #expect(stage.volume == 0.1 && stage.floor.isRestored && stage.broken == nil)
  }

  @Test(arguments: [0.2, 0.7] as [CubicLevel]) func hisOwnVolumeStays_S1_09(volume: CubicLevel) {
    var stage = FloorStage()
    stage.begin()
    stage.turn(volume)
    #expect(stage.kept.isEmpty)
    // The next one of the row does not raise it again.
    stage.begin()
    stage.end()
    stage.rest()
    #expect(stage.volume == volume && stage.ordered == [0.4])
    // Another row does, if it is too low.
    stage.begin()
    #expect(stage.volume == max(volume, 0.4))
    stage.end()
    stage.rest()
    #expect(stage.volume == volume && stage.broken == nil)
  }

  @Test func aMutedSinkStaysAsItIs_S1_09() {
    var stage = FloorStage(isMuted: true)
    stage.begin()
    stage.mute(false)
    stage.end()
    stage.rest()
    #expect(stage.ordered == [])
    // One that he mutes meanwhile is restored all the same.
    stage.begin()
    stage.mute(true)
    stage.end()
    stage.rest()
    #expect(stage.volume == 0.1 && stage.ordered == [0.4, 0.1] && stage.broken == nil)
  }

  @Test(arguments: [(0.0, 0.6), (0.4, 0.0), (0.4, 0.1), (0.1, 0.6)] as [(CubicLevel, CubicLevel)])
  func nothingIsLoweredOrRaisedInVain(floor: CubicLevel, cap: CubicLevel) {
    var stage = FloorStage(floor: floor, cap: cap)
    stage.begin()
    stage.end()
    stage.rest()
    #expect(stage.ordered == [] && stage.broken == nil)
  }

  @Test func theCapLimitsTheFloor_S1_09() {
    var stage = FloorStage(floor: 0.9, cap: 0.6)
    stage.begin()
    #expect(stage.volume == 0.6)
  }

  @Test func aRoundedVolumeIsStillOurs() {
    var stage = FloorStage()
    stage.step = 0.03
    stage.begin()
    #expect(abs(stage.volume.value - 0.39) < 0.001)
    #expect(stage.kept.first?.raised == stage.volume)
    stage.end()
    stage.rest()
    #expect(abs(stage.volume.value - 0.09) < 0.001 && stage.kept.isEmpty && stage.broken == nil)
  }

  @Test func aSlowSinkIsNotWaitedForForEver() {
    var stage = FloorStage()
    stage.delay = .seconds(5)
    stage.begin()
    #expect(stage.now == .seconds(1))
    stage.end()
    stage.rest()
    #expect(stage.volume == 0.1 && stage.kept.isEmpty && stage.broken == nil)
  }

  @Test func withoutAKnownSinkItIsSpokenAnyway() {
    var stage = FloorStage()
    stage.go(to: nil)
    stage.begin()
    #expect(stage.looks == 1 && stage.ordered == [])
  }

  @Test func whatIsNotKeptIsNotRaised() {
    var stage = FloorStage()
    stage.send(.began)
    stage.pass(.zero)
    stage.send(.refused)
    #expect(stage.floor.isReady && stage.floor.raise == nil)
  }

  @Test func theSinkThatIsLeftIsRestored() {
    var stage = FloorStage()
    stage.add("headset", volume: 0.2)
    stage.begin()
    stage.go(to: "headset")
    stage.pass(.milliseconds(10))
    #expect(stage.sinks["speakers"]?.volume == 0.1)
    #expect(stage.volume == 0.2)
    stage.begin()
    #expect(stage.volume == 0.4)
    stage.end()
    stage.rest()
    #expect(stage.volume == 0.2 && stage.broken == nil)
  }

  @Test func aSinkThatComesBackRaisedIsRestored() {
    var stage = FloorStage()
    stage.begin()
    stage.remove("speakers")
    stage.end()
    stage.rest()
    #expect(!stage.kept.isEmpty && stage.floor.isRestored)
    stage.add("speakers", volume: 0.4)
    stage.go(to: "speakers")
    stage.rest()
    #expect(stage.volume == 0.1 && stage.kept.isEmpty && stage.broken == nil)
  }

  @Test func afterAKillTheNextServiceRestores_S1_09() {
    var stage = FloorStage()
    stage.begin()
    stage.kill()
    stage.rest()
    #expect(stage.volume == 0.1 && stage.kept.isEmpty)
    // Unless somebody has changed it.
    stage.begin()
    stage.turn(0.3)
    stage.kill()
    stage.rest()
    #expect(stage.volume == 0.3 && stage.kept.isEmpty && stage.broken == nil)
  }

  @Test func aServiceThatEndsRestores_S1_09() {
    var stage = FloorStage()
    stage.begin()
    stage.send(.left)
    #expect(stage.ordered == [0.4, 0.1] && !stage.kept.isEmpty)
    stage.send(.began)
    #expect(stage.ordered.count == 2)
  }

  /// After a second and after an hour, with another sound open or not.
  @Test(arguments: [1, 3, 3600], [false, true])
  func theFloorHoldsForEachAnnouncementWhateverWasSetBetween_S1_26(seconds: Int, isReaderOpen: Bool) {
    var stage = FloorStage()
    stage.isReaderOpen = isReaderOpen
    stage.connectDelay = .milliseconds(30)
    let rounds: [(CubicLevel, CubicLevel)] = [
      (0.1, 0.4), (0.1, 0.4), (0.8, 0.8), (0.1, 0.4), (0.8, 0.8), (0.3, 0.4),
    ]
    for (volume, spoken) in rounds {
      stage.turn(volume)
      stage.begin()
      #expect(stage.volume == spoken)
      stage.pass(.seconds(2))
      stage.end()
      stage.rest()
      #expect(stage.volume == volume && stage.kept.isEmpty && stage.broken == nil)
      stage.pass(.seconds(seconds))
    }
  }

  /// The device keeps its volume, and nobody else would set it back.
  @Test func headphonesThatComeBackAsLoudAsTheyWentAreRestored_S1_26() {
    var stage = FloorStage()
    stage.add("headset", volume: 0.2)
    stage.go(to: "headset")
    stage.begin()
    #expect(stage.volume == 0.4)
    stage.remove("headset")
    stage.end()
    stage.rest()
    // Another announcement is raised elsewhere meanwhile.
    stage.begin()
    #expect(stage.current == "speakers" && stage.volume == 0.4 && stage.kept.count == 2)
    stage.end()
    stage.rest()
    #expect(stage.volume == 0.1 && stage.kept.count == 1)
    stage.bringBack("headset")
    stage.go(to: "headset")
    stage.begin()
    #expect(stage.volume == 0.4)
    stage.end()
    stage.rest()
    #expect(stage.volume == 0.2 && stage.kept.isEmpty && stage.broken == nil)
  }
}
