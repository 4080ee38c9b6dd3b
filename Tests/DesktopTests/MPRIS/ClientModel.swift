import BusValues
import DBusKit
import EventLoop
import MPRIS
import Testing

/// The view of a client that only listens: it asked once and has applied every signal since.
///
/// It records an issue for each signal that the specification forbids or that contains no change.
struct ClientModel {
  private(set) var player: [String: BusValue]
  /// The properties of the playlists.
  private(set) var shelf: [String: BusValue]
  private(set) var tracks: [ObjectPath]
  private var next: Int

  /// Asks for everything, and listens from here on.
  @Core
  init(_ client: MPRISClient) async throws {
    player = try await client.getAll()
    shelf = try await client.getAll(of: PlaylistsInterface.name)
    tracks = try await client.get("Tracks", of: TrackListInterface.name).asObjectPaths ?? []
    next = client.mark
  }

  /// Applies the signals since the last time.
  @Core
  mutating func listen(to client: MPRISClient) throws {
    for signal in client.heard[next...] { try apply(signal) }
    next = client.mark
  }

  private mutating func apply(_ signal: SignalMessage) throws {
    switch (signal.interface.text, signal.member.text) {
    case ("org.freedesktop.DBus.Properties", "PropertiesChanged"):
      apply(try #require(PropertiesChanged(signal), "a PropertiesChanged of another shape: \(signal.arguments)"))
    case (TrackListInterface.name.text, _): try applyToList(signal)
    case (PlayerInterface.name.text, "Seeked"): #expect(signal.arguments.first?.asInt64 != nil)
    case (PlaylistsInterface.name.text, "PlaylistChanged"):
      #expect(BusValue.conform(signal.arguments, to: [PlaylistsInterface.playlist]))
    default: Issue.record("\(signal.interface).\(signal.member) is no signal of MPRIS")
    }
  }

  private mutating func apply(_ changes: PropertiesChanged) {
    let interface = [PlayerInterface.description, TrackListInterface.description, PlaylistsInterface.description]
      .first { $0.name.text == changes.interface }
    let isOfShelf = changes.interface == PlaylistsInterface.name.text
    #expect(!changes.changed.isEmpty || !changes.invalidated.isEmpty, "an empty PropertiesChanged")
    for (name, value) in changes.changed {
      let property = interface?.property(name)
      #expect(property?.emitsChanged == .true, "\(name) must not be announced with a value")
      #expect(property?.signature == value.signature, "\(name) was announced as \(value.signature)")
      #expect((isOfShelf ? shelf : player)[name] != value, "\(name) was announced without a change: \(value)")
      if isOfShelf { shelf[name] = value } else { player[name] = value }
      if name == "PlaybackStatus", value == .string("Playing") { checkMetadata(before: changes) }
    }
    if let metadata = changes.names.firstIndex(of: "Metadata") {
      let late = changes.names[metadata...].filter { $0.hasPrefix("Can") }
      #expect(late.isEmpty, "\(late) come after the metadata, and Xfce's open menu has drawn its buttons by then")
    }
    for name in changes.invalidated {
      #expect(interface?.property(name)?.emitsChanged == .invalidates, "\(name) must not be invalidated")
    }
  }

  /// "Full Metadata before the status becomes Playing", in an earlier signal or in this one.
  private func checkMetadata(before changes: PropertiesChanged) {
    let metadata = (changes.changed["Metadata"] ?? player["Metadata"])?.asVardict ?? [:]
    let track = metadata["mpris:trackid"]?.asObjectPath
    #expect(track != nil && track != MPRISBus.noTrack, "Playing was announced before the track")
    #expect(metadata["xesam:title"]?.asString?.isEmpty == false, "Playing was announced before the title")
    #expect(metadata["xesam:artist"]?.asStrings != nil, "Playing was announced before the artists")
    if let status = changes.names.firstIndex(of: "PlaybackStatus"), let data = changes.names.firstIndex(of: "Metadata")
    {
      #expect(data < status, "the metadata come after the status in the signal")
    }
  }

  private mutating func applyToList(_ signal: SignalMessage) throws {
    let arguments = signal.arguments
    switch signal.member.text {
    case "TrackListReplaced": tracks = try #require(arguments.first?.asObjectPaths)
    case "TrackRemoved":
      let track = try #require(arguments.first?.asObjectPath)
      tracks.remove(at: try #require(tracks.firstIndex(of: track), "a track was removed that was not in the list"))
    case "TrackAdded":
      let metadata = try #require(arguments.first?.asVardict)
      let track = try #require(metadata["mpris:trackid"]?.asObjectPath)
      #expect(metadata["xesam:title"]?.asString?.isEmpty == false)
      #expect(!tracks.contains(track), "\(track) was added twice")
      let after = try #require(arguments.last?.asObjectPath)
      let index = after == MPRISBus.noTrack ? 0 : try #require(tracks.firstIndex(of: after)) + 1
      tracks.insert(track, at: index)
    case "TrackMetadataChanged": #expect(arguments.count == 2 && arguments.last?.asVardict != nil)
    default: Issue.record("\(signal.member) is no signal of the track list")
    }
  }

  /// Compares the client's view with the service's answers at a moment without signals: a length may improve at any
  /// time.
  @Core
  mutating func check(against client: MPRISClient) async throws {
    var asked: [String: BusValue]
    repeat {
      try listen(to: client)
      asked = try await client.getAll()
    } while client.mark != next
    var believed = player
    asked["Position"] = nil
    believed["Position"] = nil
    #expect(believed == asked)
    #expect(try await client.getAll(of: PlaylistsInterface.name) == shelf)
    #expect(try await client.get("Tracks", of: TrackListInterface.name).asObjectPaths == tracks)
  }
}
