import Playback
import Testing
import Vocabulary

@Suite(.timeLimit(.minutes(5)))
struct LevelTests {
  @Test(arguments: [(0.1, 0.25), (0.25, 0.25), (2, 2), (6, 6), (60, 6), (-3, 0.25)] as [(Double, Double)])
  func theRateStaysWithinItsLimits(asked: Double, rate: Double) {
    var stage = Stage(tracks: 1, playing: true)
    #expect(stage.handle(.setRate(asked)) == [.setRate(rate)])
    #expect(stage.player.snapshot.rate == rate)
    #expect(stage.handle(.setRate(asked)) == [])
  }

  @Test(arguments: [(-1, 0), (0, 0), (0.5, 0.5), (7, 1)] as [(CubicLevel, CubicLevel)])
  func theVolumeStaysWithinItsLimits(asked: CubicLevel, volume: CubicLevel) {
    var stage = Stage()
    _ = stage.handle(.setVolume(0.7))
    #expect(stage.handle(.setVolume(asked)) == [.setVolume(volume)])
    #expect(stage.player.snapshot.volume == volume)
    #expect(stage.handle(.setVolume(asked)) == [])
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func aValueThatIsNoNumberIsNotTaken(value: Double) {
    var stage = Stage(tracks: 1)
    let before = stage.player
    for event in [.setRate(value), .setVolume(CubicLevel(value)), .volumeChanged(CubicLevel(value))] as [Player.Event] {
      #expect(stage.handle(event) == [])
      #expect(stage.player == before)
    }
  }

  @Test func theMixersWordIsFollowedAndNotSentBack() {
    var stage = Stage()
    #expect(stage.handle(.volumeChanged(1.3)) == [])
    #expect(stage.player.snapshot.volume == 1.3)
    #expect(stage.handle(.setVolume(1)) == [.setVolume(1)])
  }

  @Test func anUnknownLengthIsNoLength_S2_12() {
    var stage = Stage(tracks: 1)
    #expect(stage.player.snapshot.length == nil)
    let length = TrackLength(microseconds: 1234, isExact: false)
    #expect(stage.handle(.measured(1, length)) == [])
    #expect(stage.player.snapshot.length == length)
  }

  @Test func aTracksMetadataIsWholeInEverySnapshot_S2_07() {
    var stage = Stage()
    let length = TrackLength(microseconds: 99, isExact: true)
    let metadata = TrackMetadata(
      title: "Tale", artists: ["A", "B"], album: "Tales", url: "file:///t", artURL: "file:///a")
    _ = stage.handle(
      .add([QueueEntry(id: 1, metadata: metadata, length: length)], .last, playing: true, heard: 0))
    for event in [.pause(.user), .play, .seek(to: 5), .setRate(2), .stop] as [Player.Event] {
      #expect(stage.player.snapshot.metadata == metadata)
      #expect(stage.player.snapshot.length == length)
      _ = stage.handle(event)
    }
  }

  @Test(arguments: [0, 1, 42, UInt64.max])
  func anIdentityIsReadBackFromItsPath(number: UInt64) {
    #expect(TrackID(path: TrackID(number).path) == TrackID(number))
  }

  @Test(arguments: [
    "", "/", "/org/aloud/Aloud1/track/", "/org/aloud/Aloud1/track/+1", "/org/aloud/Aloud1/track/01",
    "/org/aloud/Aloud1/track/1/2", "/org/aloud/Aloud1/track/18446744073709551616",
    "/org/mpris/MediaPlayer2/TrackList/NoTrack",
  ])
  func noOtherPathIsAnIdentity(path: String) {
    #expect(TrackID(path: path) == nil)
  }
}
