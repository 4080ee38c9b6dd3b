import BusValues
import DesktopSupport
import MPRIS
import Playback
import Testing
import Vocabulary

@Suite("Signals of the track list", .timeLimit(.minutes(3)))
struct TrackListTests {
  private func ids(_ numbers: [UInt64]) -> [TrackID] { numbers.map { TrackID($0) } }

  private func details(_ track: TrackID) -> TrackDetails? { TrackDetails(TrackMetadata(title: "T\(track.number)")) }

  private func difference(_ old: [UInt64], _ new: [UInt64], current: UInt64? = nil) -> [TrackListSignal] {
    TrackListSignal.difference(
      from: Snapshot(tracks: ids(old)), to: Snapshot(track: current.map { TrackID($0) }, tracks: ids(new)),
      details: details)
  }

  @Test func oneTrackMoreIsAdded() {
    #expect(difference([1, 2], [1, 2, 3]) == [.added(TrackID(3), details(TrackID(3)), after: TrackID(2))])
    #expect(difference([1, 2], [3, 1, 2]) == [.added(TrackID(3), details(TrackID(3)), after: nil)])
    #expect(difference([], [1]) == [.added(TrackID(1), details(TrackID(1)), after: nil)])
  }

  @Test func oneTrackLessIsRemoved() {
    #expect(difference([1, 2, 3], [1, 3]) == [.removed(TrackID(2))])
    #expect(difference([1], []) == [.removed(TrackID(1))])
  }

  @Test func anotherOrderIsANewList() {
    #expect(difference([1, 2, 3], [3, 2, 1], current: 3) == [.replaced(ids([3, 2, 1]), current: TrackID(3))])
  }

  @Test func aListOfWhichNothingRemainedIsANewList() {
    #expect(difference([1], [2]) == [.replaced(ids([2]), current: nil)])
  }

  @Test func manyChangesAreANewList() {
    let eight = Array(UInt64(2)...9)
    #expect(difference([1], [1] + eight).count == 8)
    #expect(difference([1], [1] + eight + [10]) == [.replaced(ids([1] + eight + [10]), current: nil)])
  }

  @Test func nothingIsSaidOfAListThatIsTheSame() {
    #expect(difference([1, 2], [1, 2]).isEmpty)
    #expect(difference([], []).isEmpty)
  }

  @Test func theCurrentTracksMetadataAreToldWhenTheyChange() {
    var new = Sample.playing
    new.metadata?.title = "Another title"
    #expect(
      TrackListSignal.difference(from: Sample.playing, to: new, details: details)
        == [.metadataChanged(TrackID(1), new.metadata.map { TrackDetails($0, length: new.length) })])
    new = Sample.playing
    // Those who listen get the length with the metadata of the player, while it is measured.
    new.length = TrackLength(microseconds: 10, isExact: true)
    #expect(TrackListSignal.difference(from: Sample.playing, to: new, details: details).isEmpty)
    #expect(!Announcement.difference(from: Sample.playing, to: new).isEmpty)
    new = Sample.playing
    new.status = .paused
    #expect(TrackListSignal.difference(from: Sample.playing, to: new, details: details).isEmpty)
  }

  @Test func goingToAnotherTrackChangesNoMetadataInTheList() {
    var new = Sample.playing
    new.track = TrackID(2)
    new.metadata = TrackMetadata(title: "Other")
    #expect(TrackListSignal.difference(from: Sample.playing, to: new, details: details).isEmpty)
  }

  /// The main rule: applied in order, the signals turn the old list into the new one.
  @Test(arguments: 0..<1000)
  func aClientThatAppliesTheSignalsHasTheList(seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    let old = Sample.snapshot(&dice)
    let new = Sample.snapshot(&dice)
    var list = old.tracks.map(\.objectPath)
    for signal in TrackListSignal.difference(from: old, to: new, details: details) {
      try apply(signal, to: &list)
    }
    #expect(list == new.tracks.map(\.objectPath))
  }

  @Test(arguments: 0..<1000)
  func everySignalHasTheTypesOfTheSpecification(seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    let signals = TrackListSignal.difference(
      from: Sample.snapshot(&dice), to: Sample.snapshot(&dice), details: { $0.number % 2 == 0 ? nil : self.details($0) }
    )
    for signal in signals {
      let description = try #require(TrackListInterface.description.signal(signal.member.text))
      #expect(BusValue.conform(signal.arguments, to: description.arguments.map(\.signature)))
    }
  }

  @Test func metadataAreAnsweredForKnownTracksInTheOrderOfTheQuestion() {
    let reply = TrackListInterface.metadataReply(for: [TrackID(2), nil, TrackID(9), TrackID(1)]) {
      $0.number == 9 ? nil : self.details($0)
    }
    #expect(BusValue.conform(reply, to: ["aa{sv}"]))
    #expect(reply.first?.asVardicts?.compactMap { $0["xesam:title"]?.asString } == ["T2", "T1"])
    #expect(TrackListInterface.metadataReply(for: []) { _ in nil } == [.array(of: .vardict, [])])
  }

  /// The behaviour of a client that knows only the bus.
  private func apply(_ signal: TrackListSignal, to list: inout [ObjectPath]) throws {
    let arguments = signal.arguments
    switch signal.member.text {
    case "TrackListReplaced": list = try #require(arguments[0].asObjectPaths)
    case "TrackRemoved":
      let track = try #require(arguments[0].asObjectPath)
      list.remove(at: try #require(list.firstIndex(of: track)))
    case "TrackAdded":
      let track = try #require(arguments[0].asVardict?["mpris:trackid"]?.asObjectPath)
      let after = try #require(arguments[1].asObjectPath)
      let index = after == MPRISBus.noTrack ? 0 : try #require(list.firstIndex(of: after)) + 1
      list.insert(track, at: index)
    default:
      let track = try #require(arguments[0].asObjectPath)
      #expect(list.contains(track))
    }
  }
}
