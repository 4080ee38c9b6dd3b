import BusValues
import DesktopSupport
import MPRIS
import Playback
import Testing
import Vocabulary

@Suite("Properties of the three interfaces", .timeLimit(.minutes(3)))
struct PropertyTests {
  private func player(_ name: String, _ snapshot: Snapshot = Sample.playing, at position: Microseconds = 0) -> BusValue?
  {
    PlayerProperties.value(of: name, in: snapshot, position: position)
  }

  @Test(arguments: 0..<200)
  func everyDescribedPropertyHasAValueOfItsType(seed: UInt64) {
    var dice = SeededGenerator(seed: seed)
    let snapshot = Sample.snapshot(&dice)
    for property in PlayerInterface.description.properties {
      #expect(player(property.name.text, snapshot)?.conforms(to: property.signature) == true, "\(property.name)")
    }
    for property in TrackListInterface.description.properties {
      let value = TrackListInterface.value(of: property.name.text, in: snapshot)
      #expect(value?.conforms(to: property.signature) == true, "\(property.name)")
    }
    for property in RootInterface.description.properties {
      #expect(RootInterface.value(of: property.name.text)?.conforms(to: property.signature) == true, "\(property.name)")
    }
  }

  @Test func unknownNamesHaveNoValue() {
    #expect(player("position") == nil)
    #expect(RootInterface.value(of: "Position") == nil)
    #expect(TrackListInterface.value(of: "Rate", in: Sample.playing) == nil)
  }

  @Test(
    arguments: [
      ("PlaybackStatus", .string("Playing")), ("LoopStatus", .string("Playlist")), ("Rate", .double(1.5)),
      ("Shuffle", .bool(true)), ("Volume", .double(0.5)), ("Position", .int64(3)), ("MinimumRate", .double(0.25)),
      ("MaximumRate", .double(6)), ("CanGoNext", .bool(true)), ("CanGoPrevious", .bool(true)),
      ("CanPlay", .bool(true)), ("CanPause", .bool(true)), ("CanSeek", .bool(true)), ("CanControl", .bool(true)),
    ] as [(String, BusValue)])
  func thePlayerShowsItsSnapshot(name: String, value: BusValue) {
    #expect(player(name, at: 3) == value)
  }

  @Test(
    arguments: [
      ("CanQuit", .bool(true)), ("CanRaise", .bool(false)), ("Fullscreen", .bool(false)),
      ("CanSetFullscreen", .bool(false)), ("HasTrackList", .bool(true)), ("Identity", .string("Aloud")),
      ("DesktopEntry", .string("org.aloud.Aloud")), ("SupportedUriSchemes", .strings(["file"])),
      ("SupportedMimeTypes", .strings(RootInterface.mediaTypes)),
    ] as [(String, BusValue)])
  func theRootShowsWhatTheServiceIs(name: String, value: BusValue) {
    #expect(RootInterface.value(of: name) == value)
  }

  @Test(
    arguments: [(-5, 0), (0, 0), (8_999_999, 8_999_999), (9_000_000, 9_000_000), (9_000_001, 9_000_000), (.min, 0)]
      as [(Microseconds, Int64)])
  func thePositionStaysBetweenZeroAndTheLength(position: Microseconds, shown: Int64) {
    #expect(player("Position", at: position) == .int64(shown))
  }

  @Test func thePositionIsNotCutWhileTheLengthIsUnknown() {
    #expect(player("Position", Snapshot(), at: 7) == .int64(7))
    let empty = Snapshot(length: TrackLength(microseconds: 0, isExact: false))
    #expect(player("Position", empty, at: 7) == .int64(7))
  }

  @Test func thePositionIsOnlyAskedForWhereItIsShown() {
    for property in PlayerInterface.description.properties where property.name != "Position" {
      func refuse() -> Microseconds {
        Issue.record("asked for the position to show \(property.name)")
        return 0
      }
      _ = PlayerProperties.value(of: property.name.text, in: Sample.playing, position: refuse())
    }
  }

  @Test func theTracksAreObjectPathsInOrder() {
    let value = TrackListInterface.value(of: "Tracks", in: Sample.playing)
    #expect(value == .objectPaths(["/org/aloud/Aloud1/track/1", "/org/aloud/Aloud1/track/2"]))
  }
}

@Suite("The metadata of a track", .timeLimit(.minutes(3)))
struct MetadataTests {
  private func map(_ details: TrackDetails?) -> [String: BusValue] {
    MetadataMap.value(of: TrackID(1), details).asVardict ?? [:]
  }

  @Test func s2_05_everythingKnownHasTheTypeOfTheSpecification() {
    let map = map(TrackDetails(Sample.full, length: TrackLength(microseconds: 5, isExact: false)))
    #expect(
      map == [
        "mpris:trackid": .objectPath("/org/aloud/Aloud1/track/1"), "mpris:length": .int64(5),
        "mpris:artUrl": .string("file:///art.png"), "xesam:title": .string("Title"),
        "xesam:artist": .strings(["One", "Two"]), "xesam:album": .string("Album"), "xesam:url": .string("file:///text"),
        "xesam:trackNumber": .int32(3), "xesam:contentCreated": .string("1998-05-01T00:00:00Z"),
      ])
  }

  @Test func aDateHasTheFormOfTheSpecificationOrIsLeftOut_S3_22() {
    func shown(_ date: String) -> String? {
      map(TrackDetails(TrackMetadata(title: "T", contentCreated: date)))["xesam:contentCreated"]?.asString
    }
    #expect(shown("1998") == "1998-01-01T00:00:00Z" && shown("1998-05-04") == "1998-05-04T00:00:00Z")
    #expect(shown("2007-04-29T14:35:51+02:00") == "2007-04-29T14:35:51+02:00")
    for date in ["", "May 1998", "98", "1998-5", "1998-05-04T", "1998-05T10:00:00Z", "1998-05-04-01", "-1998"] {
      #expect(shown(date) == nil, "\(date)")
    }
  }

  @Test func unknownMetadataIsLeftOutButTheArtistsStayAList() {
    #expect(
      map(TrackDetails(TrackMetadata(title: "T"))) == [
        "mpris:trackid": .objectPath("/org/aloud/Aloud1/track/1"), "xesam:title": .string("T"),
        "xesam:artist": .strings([]),
      ])
  }

  @Test(arguments: [0, -1, .min] as [Microseconds])
  func s2_12_anUnknownLengthIsLeftOut(microseconds: Microseconds) {
    let details = TrackDetails(Sample.full, length: TrackLength(microseconds: microseconds, isExact: true))
    #expect(map(details)["mpris:length"] == nil)
  }

  @Test func noTrackStillHasATrackId() {
    #expect(MetadataMap.noTrack == .vardict(["mpris:trackid": .objectPath(MPRISBus.noTrack)]))
    #expect(MetadataMap.value(of: nil, TrackDetails(Sample.full)) == MetadataMap.noTrack)
  }

  @Test(arguments: 0..<200)
  func theTextIsNeverShown(seed: UInt64) {
    var dice = SeededGenerator(seed: seed)
    let map = PlayerProperties.value(of: "Metadata", in: Sample.snapshot(&dice), position: 0)?.asVardict ?? [:]
    #expect(map["xesam:asText"] == nil)
    #expect(map["mpris:trackid"]?.asObjectPath != nil)
  }

  @Test(arguments: [0, 1, 42, .max] as [UInt64])
  func aTrackIdIsReadAsItWasWritten(number: UInt64) {
    #expect(TrackID(TrackID(number).objectPath) == TrackID(number))
  }

  @Test(
    arguments: [
      MPRISBus.noTrack, "/", "/org/aloud/Aloud1/track", "/org/aloud/Aloud1/track/01", "/org/aloud/Aloud1/track/x",
      "/org/aloud/Aloud1/track/18446744073709551616", "/org/mpd/Tracks/1",
    ] as [ObjectPath])
  func aForeignPathIsNoTrackOfOurs(path: ObjectPath) {
    #expect(TrackID(path) == nil)
  }
}
