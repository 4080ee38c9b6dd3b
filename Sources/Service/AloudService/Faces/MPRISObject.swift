import AloudAPI
import BusValues
import Configuration
import DBusKit
import EventLoop
import MPRIS
import Playback
import Reading
import Vocabulary

/// `/org/mpris/MediaPlayer2`: turns calls into events of the player, and its snapshots into properties and signals.
@Core
final class MPRISObject: ExportedObject {
  private let openings: ClientOpenings
  let playlists: PlaylistsFace
  private let pauses: PauseCallers
  private let tell: Relay<RoomNotice>
  private var transport: Transport { openings.transport }
  private var session: Session { transport.session }

  init(
    openings: ClientOpenings, playlists: PlaylistsFace, pauses: PauseCallers, _ tell: Relay<RoomNotice>
  ) {
    self.openings = openings
    self.playlists = playlists
    self.pauses = pauses
    self.tell = tell
  }

  /// True if titles are hidden from desktops, which also show them on locked screens.
  private(set) var hidesTitles = false

  /// The unit of the keys Next and Previous.
  private var keyMeaning = MovingUnit.track

  /// Applies a changed configuration, and announces the differences that desktops see.
  func configure(hidesTitles hides: Bool, on bus: BusConnection?) {
    let meaning = transport.keyMeaning
    guard (hides, meaning) != (hidesTitles, keyMeaning) else { return }
    let before = shown(session.snapshot)
    hidesTitles = hides
    keyMeaning = meaning
    playlists.hidesTitles = hides
    guard let bus else { return }
    announceProperties(from: before, to: shown(session.snapshot), on: bus)
    playlists.announce(on: bus)
  }

  private func shown(_ snapshot: Snapshot) -> Snapshot {
    var shown = snapshot.movable(by: keyMeaning)
    if hidesTitles { shown.metadata = snapshot.metadata.map(withoutContent) }
    return shown
  }

  private func withoutContent(_ metadata: TrackMetadata) -> TrackMetadata {
    TrackMetadata(title: "Aloud", language: metadata.language)
  }

  var interfaces: [InterfaceDescription] {
    [
      RootInterface.description, PlayerInterface.description, TrackListInterface.description,
      PlaylistsInterface.description,
    ]
  }

  func value(of property: String, in interface: String) throws(BusError) -> BusValue {
    let value: BusValue? =
      switch interface {
      case PlayerInterface.name.text:
        PlayerProperties.value(of: property, in: shown(session.snapshot), position: session.position)
      case TrackListInterface.name.text: TrackListInterface.value(of: property, in: session.snapshot)
      case PlaylistsInterface.name.text: playlists.value(of: property)
      default: RootInterface.value(of: property)
      }
    guard let value else { throw .unknownProperty("\(interface) has no property \(property)") }
    return value
  }

  func set(_ property: String, in interface: String, to value: BusValue) throws(BusError) {
    perform(try MPRISCommand(setting: property, in: interface, to: value))
  }

  func handle(_ call: IncomingCall) {
    let command: MPRISCommand
    do throws(BusError) {
      command = try MPRISCommand(interface: call.interface, method: call.method, arguments: call.arguments)
    } catch {
      return call.fail(error)
    }
    switch command {
    case .openURI(let uri):
      open(uri, at: .whenBusy(nil), goingThere: true, for: call)
    case .addTrack(let uri, let place, let setAsCurrent):
      open(uri, at: .exactly(placement(place)), goingThere: setAsCurrent, for: call)
    case .getTracksMetadata(let ids):
      call.reply([.array(of: .vardict, ids.compactMap { $0 }.compactMap(metadata))])
    case .activatePlaylist(let id): playlists.activate(id, for: call)
    case .getPlaylists(let query): playlists.list(query, for: call)
    case .quit:
      call.reply()
      tell(.endWanted)
    case .pause:
      pauses.paused(by: call.sender)
      call.reply()
    case .raise, .play, .playPause, .stop, .next, .previous, .seek, .setPosition, .setRate, .setVolume,
      .setLoop, .setShuffle, .removeTrack, .goTo:
      perform(command)
      call.reply()
    }
  }

  private func perform(_ command: MPRISCommand) {
    switch command {
    case .play: session.send(.play)
    // A `Rate` of 0. A session manager does not set it, so that it is the listener's pause without a question.
    case .pause: session.send(.pause(.user))
    case .playPause: session.send(.toggle)
    case .stop: session.send(.stop)
    case .next: transport.press(.forward, finishing: false)
    case .previous: transport.press(.back, finishing: false)
    case .seek(let offset): session.seek(by: offset)
    case .setPosition(let id, let position): setPosition(id, position)
    case .setRate(let rate): session.send(.setRate(rate))
    case .setVolume(let volume): session.send(.setVolume(CubicLevel(volume)))
    case .setLoop(let loop): session.send(.setLoop(loop))
    case .setShuffle(let isOn): session.send(.setShuffle(session.snapshot.shuffle.applying(isShuffled: isOn)))
    case .removeTrack(let id): if let id { session.send(.remove([id])) }
    case .goTo(let id): if let id { session.send(.goTo(id)) }
    case .raise, .quit, .openURI, .addTrack, .getTracksMetadata, .activatePlaylist, .getPlaylists: break
    }
  }

  /// "If the Position argument is less than 0, do nothing. If the Position argument is greater than the track length,
  /// do nothing. If the CanSeek property is false, this has no effect", and a stale track id is ignored.
  private func setPosition(_ id: TrackID?, _ position: Microseconds) {
    let snapshot = session.snapshot
    guard let id, id == snapshot.track, snapshot.canSeek, position >= 0 else { return }
    if let length = snapshot.length, position > length.microseconds { return }
    session.send(.seek(to: position))
  }

  // MARK: Opening

  private func placement(_ place: InsertionPlace) -> Placement {
    switch place {
    case .start: .after(nil)
    case .after(let id): session.snapshot.tracks.contains(id) ? .after(id) : .last
    case .end: .last
    }
  }

  private func open(_ uri: String, at place: Transport.Place, goingThere: Bool, for call: IncomingCall) {
    guard uri.utf8.count <= AloudBus.maximumURIBytes else {
      return call.fail(.invalidArguments("a URI may have \(AloudBus.maximumURIBytes) bytes"))
    }
    // "If the playback is stopped, starts playing" (OpenUri); AddTrack only adds.
    let options = SpeakOptions(paused: call.method != "OpenUri" && !goingThere)
    let silences = session.silences.count
    openings.open(
      options, at: place, replacing: call.method == "OpenUri", for: call.sender, .uri(uri)
    ) { [session] result in
      if case .success(let id) = result, goingThere, !session.silences.haveOvertaken(silences) {
        // The player has placed a text that `OpenUri` opened. `AddTrack` names a place, and the reading goes there.
        if call.method == "OpenUri" {
          if session.player.current == id { session.send(.play) }
        } else if session.player.current != id {
          session.send(.goTo(id))
        }
      }
      call.answer(result)
    }
  }

  private func metadata(_ id: TrackID) -> BusValue? { details(id).map { MetadataMap.value(of: id, $0) } }

  private func details(_ id: TrackID) -> TrackDetails? {
    session.player.entry(id).map { entry in
      TrackDetails(
        hidesTitles ? withoutContent(entry.metadata) : entry.metadata, length: session.player.length(of: id))
    }
  }

  // MARK: Signals

  /// Announces the differences between two snapshots.
  func announce(from old: Snapshot, to new: Snapshot, on bus: BusConnection) {
    for signal in TrackListSignal.difference(from: old, to: new, details: { self.details($0) }) {
      bus.emit(signal.member, interface: TrackListInterface.name, path: MPRISBus.path, arguments: signal.arguments)
    }
    let before = shown(old)
    // Another track may be studied, or this one from now on.
    keyMeaning = transport.keyMeaning
    announceProperties(from: before, to: shown(new), on: bus)
  }

  private func announceProperties(from old: Snapshot, to new: Snapshot, on bus: BusConnection) {
    for changes in PropertyChanges.signals(for: Announcement.difference(from: old, to: new)) {
      bus.propertiesChanged(
        path: MPRISBus.path, interface: changes.interface, changed: changes.changed, invalidated: changes.invalidated)
    }
  }

  func announceSeeked(_ position: Microseconds, on bus: BusConnection) {
    bus.emit(
      PlayerInterface.seeked, interface: PlayerInterface.name, path: MPRISBus.path,
      arguments: PlayerInterface.seekedArguments(microseconds: position))
  }
}
