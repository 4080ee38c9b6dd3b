import AloudAPI
import BusValues
import DBusKit
import DesktopSupport
import EventLoop
import Foundation
import MPRIS
import Testing
import Vocabulary

/// The core loop's thread. Suites that use it refer to this before their tests run on it.
let coreLoop: Void = Core.loop.startThread()

/// The desktop that the tests of this suite share. It starts once and ends with the test program.
private let sharedDesktop = Task { try await PrivateDesktop.open() }

/// A service of the test with texts in its queue, and a client that listens from the first signal on.
@Core
struct PlayerFixture {
  let desktop: PrivateDesktop
  let service: RunningProcess
  let client: MPRISClient
  /// The folder with the test's texts and the service's state.
  let folder: String
  /// The ids of the texts that were opened, in order.
  private(set) var tracks: [ObjectPath] = []

  /// Starts the service, opens `texts` paused, runs `body`, and ends the service.
  ///
  /// Unless it `endsByItself`, the service must be running at the end, and end in order.
  static func with(
    _ texts: [SampleText] = [], endsByItself: Bool = false, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: (PlayerFixture) async throws -> Void
  ) async throws {
    let desktop = try await sharedDesktop.value
    let folder = desktop.directory + "/mpris-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let service = try await desktop.startService(environment: environment(folder))
    var fixture = PlayerFixture(
      desktop: desktop, service: service, client: try await MPRISClient(desktop: desktop), folder: folder)
    defer { fixture.client.bus.close() }
    do {
      if !texts.isEmpty { try await fixture.open(texts) }
      try await body(fixture)
    } catch {
      let ended = try? await service.end()
      Issue.record(error, "\(ended.map { "\($0.status) \($0.errors)" } ?? "")", sourceLocation: sourceLocation)
      return
    }
    #expect(service.isRunning != endsByItself, "the service has died", sourceLocation: sourceLocation)
    let ended = try await service.end()
    #expect(ended.status == .exited(0), "\(ended)", sourceLocation: sourceLocation)
  }

  /// Writes a text to a file of its own and returns its `file:` URI.
  func file(_ text: SampleText) throws -> String {
    let path = folder + "/" + text.name
    try text.content.write(toFile: path, atomically: true, encoding: .utf8)
    return "file://" + path
  }

  /// Opens texts as the queue, paused, and waits until their lengths are exact.
  private mutating func open(_ texts: [SampleText]) async throws {
    let uris = try texts.map { try file($0) }
    let reply = try await client.aloud(.open(uris: uris, SpeakOptions(paused: true)))
    tracks = try #require(reply.first?.asObjectPaths)
    try #require(tracks.count == texts.count)
    try await client.wait(for: "the MPRIS name is owned") { try await isOwned ? () : nil }
    try await lengthsAreExact()
  }

  /// True if the player's name has an owner.
  var isOwned: Bool {
    get async throws {
      let call = BusCall(
        .bus, "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner", [.string(MPRISBus.name.text)])
      return try await client.bus.call(call).arguments.first?.asBool ?? false
    }
  }

  /// Waits until the name is released, which happens for good within moments of the start.
  func isIdle() async throws {
    try await eventually("an idle service gives up the name") { try await !isOwned }
  }

  /// Every name on the bus, one per line.
  func names() async throws -> String {
    let call = BusCall(.bus, "/org/freedesktop/DBus", "org.freedesktop.DBus", "ListNames")
    return try await client.bus.call(call).arguments.first?.asStrings?.joined(separator: "\n") ?? ""
  }

  /// Starts the service again with the same state after it has ended.
  func startAgain() async throws -> RunningProcess {
    try await desktop.startService(environment: Self.environment(folder))
  }

  private static func environment(_ folder: String) -> [String: String] {
    ["XDG_STATE_HOME": folder + "/state", "XDG_CONFIG_HOME": folder + "/config"]
  }

  /// Waits until every track of the queue has been measured.
  func lengthsAreExact() async throws {
    try await eventually("every length is exact") {
      let rows = try await client.aloud(.listTracks).first?.asVardicts ?? []
      return rows.allSatisfy { $0["length-exact"]?.asBool == true }
    }
  }

  // MARK: Short forms of common queries

  var status: String { get async throws { try await client.get("PlaybackStatus").asString ?? "" } }

  var position: Int64 { get async throws { try await client.get("Position").asInt64 ?? -1 } }

  var metadata: [String: BusValue] { get async throws { try await client.get("Metadata").asVardict ?? [:] } }

  var current: ObjectPath? { get async throws { try await metadata["mpris:trackid"]?.asObjectPath } }

  var length: Int64 { get async throws { try await metadata["mpris:length"]?.asInt64 ?? -1 } }

  var queue: [ObjectPath] {
    get async throws { try await client.get("Tracks", of: TrackListInterface.name).asObjectPaths ?? [] }
  }

  /// Plays and waits until the position changes, so that sound is heard.
  func play() async throws {
    try await client.call("Play")
    try await soundIsHeard()
  }

  /// Waits until the position changes.
  func soundIsHeard() async throws {
    let before = try await position
    try await eventually("the position moves") {
      let now = try await position
      return now != before && now > 0
    }
  }

  /// Waits until the position is at or beyond a place.
  func reach(_ place: Int64) async throws {
    try await eventually("position \(place) is reached") { try await position >= place }
  }

  /// Goes to a place of the current track.
  func go(to place: Int64) async throws {
    let track = try #require(try await current)
    try await client.call("SetPosition", [.objectPath(track), .int64(place)])
  }

  /// The error of a call that must fail; `nil` if it did not.
  func error<Answer>(_ body: () async throws(BusError) -> Answer) async -> BusError? {
    do throws(BusError) {
      _ = try await body()
      return nil
    } catch {
      return error
    }
  }

  /// The state that a call without effect must not change; with the position only while nothing plays.
  func state() async throws -> [String: BusValue] {
    var state = try await client.getAll()
    if state["PlaybackStatus"] == .string("Playing") { state["Position"] = nil }
    state["Tracks"] = try await client.get("Tracks", of: TrackListInterface.name)
    return state
  }
}

/// A value that a handler receives and a test waits for.
@Core
final class Noted<Value> {
  var value: Value?
}

extension PlayerFixture {
  /// The position of a paused player, after the sound in the output has been heard.
  func settledPosition() async throws -> Int64 {
    var last = try await position
    return try await eventually("the position stands still") {
      let now = try await position
      defer { last = now }
      return now == last ? now : nil
    }
  }

  /// The state of a paused player, once its position is stable.
  func settled() async throws -> [String: BusValue] {
    _ = try await settledPosition()
    return try await state()
  }

  /// The distance that the position may have moved since a moment at a rate, in microseconds: the time that has passed,
  /// and the short time by which a place is heard sooner than it was ordered.
  func reachable(since start: Instant, rate: Double = 1) -> Int64 {
    Int64(Double(Microseconds(start.duration(to: Core.loop.now))) * rate) + 100_000
  }

  /// Positions read in a row for a while.
  func positions(over duration: Duration) async throws -> [Int64] {
    let end = Core.loop.now.advanced(by: duration)
    var positions: [Int64] = []
    while Core.loop.now < end { positions.append(try await position) }
    return positions
  }
}
