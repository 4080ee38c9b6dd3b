import Playback
import Testing
import Vocabulary

@Suite(.timeLimit(.minutes(5)))
struct SeekTests {
  private func stage(playing: Bool = true, tracks: UInt64 = 2) -> Stage {
    var stage = Stage(tracks: tracks, playing: playing)
    for number in 1...tracks {
      _ = stage.handle(.measured(TrackID(number), TrackLength(microseconds: 10_000_000, isExact: true)))
    }
    return stage
  }

  @Test func aSeekKeepsPauseAndPlay_S2_09() {
    for playing in [true, false] {
      var stage = stage(playing: playing)
      let status = stage.player.status
      let effects = stage.handle(.seek(to: 5_000_000))
      #expect(effects == [.open(1, at: 5_000_000, stage.player.epoch), .announceSeeked(5_000_000)])
      #expect(stage.player.status == status)
      #expect(stage.isSounding == playing)
    }
  }

  @Test(arguments: [Microseconds.min, -1, 0])
  func beforeTheStartLiesTheStart_S2_10(position: Microseconds) {
    var stage = stage()
    #expect(stage.handle(.seek(to: position)).opened == [Place(1, 0)])
  }

  @Test(arguments: [10_000_000, .max] as [Microseconds])
  func afterTheEndLiesTheNextTrack_S2_10(position: Microseconds) {
    for playing in [true, false] {
      var stage = stage(playing: playing)
      let effects = stage.handle(.seek(to: position))
      #expect(effects.opened == [Place(2, 0)])
      #expect(!effects.contains(.announceSeeked(0)))
      #expect(stage.isSounding == playing)
    }
  }

  @Test func afterTheEndOfTheLastTrackTheQueueIsOver() {
    var stage = stage(tracks: 1)
    _ = stage.handle(.seek(to: 10_000_000))
    #expect(stage.player.isEmpty)
  }

  /// A place comes from a client, or from what an earlier run kept, and may be any number.
  @Test(arguments: [.min, .min + 1, -1, .longestSound + 1, .max - 1, .max] as [Microseconds])
  func noWayInLeadsBeyondTheFarthestPlace(place: Microseconds) {
    let beginning = Beginning(track: 2, position: place)
    let ways: [Player.Event] = [
      .seek(to: place), .goTo(1, at: place), .goTo(2, at: place), .bring([2], from: beginning, heard: place),
      .add([Stage.entry(9)], .now, playing: true, heard: place, from: Beginning(track: 9, position: place)),
      .blocked(1, isWhole: false, place: place), .fellSilent(1, heard: place),
      .previous(heard: place, restartAfter: .max),
    ]
    for way in ways {
      var stage = Stage(tracks: 3, playing: true)
      var effects = stage.handle(way) + stage.hear()
      let kept = stage.player.remembered
      #expect(kept.places.values.allSatisfy { $0.asPlace == $0 }, "\(way)")
      for event in [.play, .goTo(1), .goTo(2), .play] as [Player.Event] { effects += stage.handle(event) }
      #expect(effects.opened.allSatisfy { $0.position.asPlace == $0.position }, "\(way): \(effects.opened)")
      #expect(stage.player.wait(for: 3, heard: place) != nil)
    }
    var kept = Stage(tracks: 3, playing: true).player.remembered
    kept.places = [1: place, 2: place]
    for isFilled in [false, true] {
      var stage = isFilled ? Stage(tracks: 0, playing: false) : Stage(seed: 1)
      if isFilled { _ = stage.add(8...8) }
      let effects = stage.handle(.restore(kept)) + stage.handle(.goTo(1)) + stage.handle(.goTo(2))
      #expect(effects.opened.allSatisfy { $0.position.asPlace == $0.position }, "\(effects.opened)")
    }
  }

  @Test func lengthsBeyondAllMeasureHaveAWait() {
    var stage = Stage(tracks: 3, playing: true)
    for id in [1, 2, 3] as [TrackID] {
      _ = stage.handle(.measured(id, TrackLength(microseconds: .max, isExact: false)))
    }
    _ = stage.handle(.setRate(0.25))
    #expect(stage.player.wait(for: 3, heard: .min)?.microseconds == .max)
  }

  @Test func anEstimatedLengthForbidsNoPlace() {
    var stage = Stage(tracks: 2, playing: true)
    _ = stage.handle(.measured(1, TrackLength(microseconds: 10, isExact: false)))
    #expect(stage.handle(.seek(to: 20)).opened == [Place(1, 20)])
  }

  @Test func aSeekIsTheSameUtterance() {
    var stage = stage()
    #expect(stage.handle(.seek(to: 5)).announcements == [])
    #expect(stage.hear().announcements == [])
    _ = stage.handle(.pause(.user))
    #expect(stage.handle(.seek(to: 7)).announcements == [])
    #expect(stage.handle(.play).announcements == [.announce(.resumed, 1)])
  }

  @Test func ofAStormOfSeeksOnlyTheLastIsHeard_S2_11() {
    var stage = stage()
    var epochs: [Player.Epoch] = []
    for position in 1...100 {
      _ = stage.handle(.seek(to: Microseconds(Int64(position))))
      epochs.append(stage.player.epoch)
    }
    for epoch in epochs.dropLast() { #expect(stage.handle(.prepared(epoch)) == []) }
    #expect(stage.player.isPreparing)
    _ = stage.handle(.prepared(epochs.last!))
    #expect(!stage.player.isPreparing)
  }

  @Test func aStoppedPlayerHasNoPlaceToSeek() {
    var stage = stage()
    _ = stage.handle(.stop)
    #expect(!stage.player.snapshot.canSeek)
    #expect(stage.handle(.seek(to: 5)) == [])
  }

  /// MPRIS 2.2, Seeked: also where a track starts at a place that a client does not expect.
  @Test func everyUnexpectedPlaceIsAnnounced_S2_08() {
    var stage = stage(tracks: 1)
    #expect(stage.handle(.goTo(1)).contains(.announceSeeked(0)))
    #expect(stage.handle(.setLoop(.track)) == [])
    #expect(stage.end().contains(.announceSeeked(0)))
    stage.hear()
    #expect(!stage.add(2...2, .now, heard: 4_000_000).contains(.announceSeeked(0)))
    #expect(stage.handle(.next(finishing: false)).contains(.announceSeeked(4_000_000)))
  }

  @Test func aPlaceThatAClientExpectsIsNotAnnounced_S2_08() {
    var stage = stage(tracks: 2)
    _ = stage.handle(.stop)
    for event in [.play, .pause(.user), .play, .next(finishing: false), .goTo(1)] as [Player.Event] {
      #expect(!stage.handle(event).contains(.announceSeeked(0)))
    }
  }
}
