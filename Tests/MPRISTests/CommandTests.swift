import BusValues
import DesktopSupport
import MPRIS
import Playback
import Testing
import Vocabulary

@Suite("Calls and writes become commands", .timeLimit(.minutes(3)))
struct CommandTests {
  private static let player = PlayerInterface.name.text
  private static let list = TrackListInterface.name.text
  private static let root = RootInterface.name.text
  private static let one = TrackID(1).objectPath

  @Test(
    arguments: [
      (player, "Play", [], .play), (player, "Pause", [], .pause), (player, "PlayPause", [], .playPause),
      (player, "Stop", [], .stop), (player, "Next", [], .next), (player, "Previous", [], .previous),
      (player, "Seek", [.int64(.min)], .seek(byMicroseconds: .min)),
      (player, "Seek", [.int64(.max)], .seek(byMicroseconds: .max)),
      (player, "SetPosition", [.objectPath(one), .int64(-1)], .setPosition(TrackID(1), microseconds: -1)),
      (player, "SetPosition", [.objectPath(MPRISBus.noTrack), .int64(0)], .setPosition(nil, microseconds: 0)),
      (player, "OpenUri", [.string("file:///x")], .openURI("file:///x")), (root, "Raise", [], .raise),
      (root, "Quit", [], .quit), (list, "GoTo", [.objectPath(one)], .goTo(TrackID(1))),
      (list, "GoTo", [.objectPath("/x")], .goTo(nil)),
      (list, "RemoveTrack", [.objectPath(one)], .removeTrack(TrackID(1))),
      (list, "RemoveTrack", [.objectPath(MPRISBus.noTrack)], .removeTrack(nil)),
      (list, "GetTracksMetadata", [.objectPaths([one, "/"])], .getTracksMetadata([TrackID(1), nil])),
      (
        list, "AddTrack", [.string("file:///x"), .objectPath(MPRISBus.noTrack), .bool(true)],
        .addTrack(uri: "file:///x", at: .start, setAsCurrent: true)
      ),
      (
        list, "AddTrack", [.string("u"), .objectPath(one), .bool(false)],
        .addTrack(uri: "u", at: .after(TrackID(1)), setAsCurrent: false)
      ),
      (
        list, "AddTrack", [.string("u"), .objectPath("/foreign"), .bool(false)],
        .addTrack(uri: "u", at: .end, setAsCurrent: false)
      ),
    ] as [(String, String, [BusValue], MPRISCommand)])
  func aCallBecomesItsCommand(interface: String, method: String, arguments: [BusValue], command: MPRISCommand) throws {
    #expect(try MPRISCommand(interface: interface, method: method, arguments: arguments) == command)
  }

  private static let interfaces = [
    PlayerInterface.description, TrackListInterface.description, PlaylistsInterface.description,
    RootInterface.description,
  ]

  @Test func everyDescribedMethodIsUnderstood() {
    for interface in Self.interfaces {
      for method in interface.methods {
        let arguments = method.input.map { $0.name == "Order" ? .string("Played") : sample($0.signature) }
        #expect(error(interface.name.text, method.name.text, arguments) == nil, "\(method.name)")
        #expect(
          error(interface.name.text, method.name.text, arguments + [.byte(0)])?.name == BusError.Name.invalidArguments)
        for index in arguments.indices {
          var wrong = arguments
          wrong[index] = .byte(0)
          #expect(error(interface.name.text, method.name.text, wrong)?.name == BusError.Name.invalidArguments)
        }
      }
    }
  }

  @Test func membersOutsideMPRISAreUnknown() {
    #expect(error(Self.player, "Rewind", [])?.name == BusError.Name.unknownMethod)
    #expect(error(Self.root, "Play", [])?.name == BusError.Name.unknownMethod)
    #expect(error(PlaylistsInterface.name.text, "GoTo", [])?.name == BusError.Name.unknownMethod)
    #expect(error("org.mpris.MediaPlayer2.Queue", "GetPlaylists", [])?.name == BusError.Name.unknownMethod)
  }

  @Test func endlessArgumentsAreRefused() {
    let long = BusValue.string(String(repeating: "x", count: MPRISBus.maximumURIBytes + 1))
    #expect(error(Self.player, "OpenUri", [long])?.name == BusError.Name.invalidArguments)
    #expect(
      error(Self.list, "AddTrack", [long, .objectPath("/"), .bool(false)])?.name == BusError.Name.invalidArguments)
    let many = BusValue.objectPaths(Array(repeating: Self.one, count: MPRISBus.maximumTracks + 1))
    #expect(error(Self.list, "GetTracksMetadata", [many])?.name == BusError.Name.limitsExceeded)
  }

  @Test(
    arguments: [
      ("Rate", .double(1), .setRate(1)), ("Rate", .double(0.25), .setRate(0.25)), ("Rate", .double(6), .setRate(6)),
      ("Rate", .double(0.1), .setRate(0.25)), ("Rate", .double(.leastNonzeroMagnitude), .setRate(0.25)),
      ("Rate", .double(100), .setRate(6)), ("Rate", .double(.greatestFiniteMagnitude), .setRate(6)),
      ("Rate", .double(0), .pause), ("Rate", .double(-0.0), .pause), ("Volume", .double(0.3), .setVolume(0.3)),
      ("Volume", .double(1), .setVolume(1)), ("Volume", .double(1.5), .setVolume(1)),
      ("Volume", .double(-0.1), .setVolume(0)), ("Volume", .double(-.infinity), .setVolume(0)),
      ("LoopStatus", .string("None"), .setLoop(.none)), ("LoopStatus", .string("Track"), .setLoop(.track)),
      ("LoopStatus", .string("Playlist"), .setLoop(.playlist)), ("Shuffle", .bool(true), .setShuffle(true)),
      ("Shuffle", .bool(false), .setShuffle(false)),
    ] as [(String, BusValue, MPRISCommand)])
  func aWriteBecomesItsCommand(property: String, value: BusValue, command: MPRISCommand) throws {
    #expect(try MPRISCommand(setting: property, in: Self.player, to: value) == command)
  }

  @Test(
    arguments: [
      ("Rate", .double(-1)), ("Rate", .double(-5)), ("Rate", .double(.nan)), ("Rate", .double(.infinity)),
      ("Rate", .double(-.infinity)), ("Rate", .int32(1)), ("Rate", .string("1")), ("Rate", .variant(.double(1))),
      ("Volume", .double(.nan)), ("Volume", .double(.infinity)), ("Volume", .uint32(1)), ("Volume", .vardict([:])),
      ("LoopStatus", .string("")), ("LoopStatus", .string("none")), ("LoopStatus", .string("Shuffle")),
      ("LoopStatus", .bool(true)), ("Shuffle", .string("true")), ("Shuffle", .int32(1)), ("Shuffle", .byte(1)),
    ] as [(String, BusValue)])
  func aValueThatCannotBeMeantIsInvalidArgs(property: String, value: BusValue) {
    let error = error(setting: property, in: Self.player, to: value)
    #expect(error?.name == BusError.Name.invalidArguments)
    #expect(error?.message.contains("'\(property)'") == true)
  }

  @Test func readOnlyPropertiesStayAsTheyAre() {
    for interface in Self.interfaces {
      for property in interface.properties where property.access == .read {
        let error = error(setting: property.name.text, in: interface.name.text, to: sample(property.signature))
        #expect(error?.name == BusError.Name.propertyReadOnly, "\(property.name)")
      }
    }
  }

  @Test func fullscreenIsNotSupported() {
    #expect(error(setting: "Fullscreen", in: Self.root, to: .bool(true))?.name == BusError.Name.notSupported)
    #expect(error(setting: "Fullscreen", in: Self.root, to: .int32(1))?.name == BusError.Name.invalidArguments)
  }

  @Test func unknownPropertiesAreUnknown() {
    #expect(error(setting: "Speed", in: Self.player, to: .double(1))?.name == BusError.Name.unknownProperty)
    #expect(error(setting: "Rate", in: Self.root, to: .double(1))?.name == BusError.Name.unknownProperty)
    #expect(error(setting: "Rate", in: "x.y", to: .double(1))?.name == BusError.Name.unknownProperty)
  }

  @Test(arguments: 0..<1000)
  func rateAndVolumeStayInRangeWithAnyWrittenValue(seed: UInt64) {
    var dice = SeededGenerator(seed: seed)
    let number = Double(bitPattern: dice.next())
    if case .setRate(let rate)? = try? MPRISCommand(setting: "Rate", in: Self.player, to: .double(number)) {
      #expect((MPRISBus.minimumRate...MPRISBus.maximumRate).contains(rate))
    }
    if case .setVolume(let volume)? = try? MPRISCommand(setting: "Volume", in: Self.player, to: .double(number)) {
      #expect((0...MPRISBus.maximumVolume).contains(volume))
    }
  }

  @Test func aBooleanShuffleKeepsTheModeThatWasChosen() {
    for mode in ShuffleMode.allCases {
      #expect(mode.applying(isShuffled: false) == .off)
      #expect(mode.applying(isShuffled: true) == (mode == .off ? .once : mode))
      #expect(mode.isShuffled == (mode != .off))
    }
  }

  private func sample(_ signature: Signature) -> BusValue {
    switch signature {
    case .bool: .bool(true)
    case .int64: .int64(0)
    case .uint32: .uint32(0)
    case .double: .double(1)
    case .objectPath: .objectPath("/")
    case .objectPaths: .objectPaths([])
    case .strings: .strings([])
    case .vardict: .vardict([:])
    default: .string("Track")
    }
  }

  private func error(_ interface: String, _ method: String, _ arguments: [BusValue]) -> BusError? {
    do throws(BusError) {
      _ = try MPRISCommand(interface: interface, method: method, arguments: arguments)
      return nil
    } catch {
      return error
    }
  }

  private func error(setting property: String, in interface: String, to value: BusValue) -> BusError? {
    do throws(BusError) {
      _ = try MPRISCommand(setting: property, in: interface, to: value)
      return nil
    } catch {
      return error
    }
  }
}
