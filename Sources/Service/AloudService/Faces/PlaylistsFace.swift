import AloudAPI
import BusValues
import DBusKit
import Documents
import EventLoop
import MPRIS
import Playback
import Reading
import Store

/// `org.mpris.MediaPlayer2.Playlists`: the library as players show it.
@Core
final class PlaylistsFace {
  private let calls: LibraryCalls
  private var library: Library { calls.library }
  /// The last announced state.
  private var announced = Shelf()
  private var announcedTitle: (ContentID?, Bool) = (nil, false)
  private var isStale = true
  /// The folder or shelf that was activated last, while the current document is in it.
  private var several: LibraryShelf.Entry?
  private let tell: Relay<RoomNotice>
  /// True if the library's titles are hidden from desktops.
  var hidesTitles = false

  init(calls: LibraryCalls, _ tell: Relay<RoomNotice>) {
    self.calls = calls
    self.tell = tell
  }

  private var shelf: Shelf {
    guard !hidesTitles else { return Shelf() }
    return LibraryShelf.shelf(
      library.catalogue.all, library.catalogue.bookmarks(of: nil), current: library.currentID, several: several)
  }

  func value(of property: String) -> BusValue? { PlaylistsInterface.value(of: property, in: shelf) }

  func list(_ query: PlaylistQuery, for call: IncomingCall) { call.reply(PlaylistsInterface.reply(query, in: shelf)) }

  /// Opens the documents of a playlist, at once.
  func activate(_ path: ObjectPath, for call: IncomingCall) {
    let catalogue = library.catalogue
    let client = call.sender
    switch hidesTitles ? nil : LibraryShelf.entry(path) {
    case .document(let id):
      calls.openNow(catalogue[id].map { [$0] } ?? [], for: client) { [self] in answer(call, $0, nil) }
    case .folder(let folder):
      calls.openNow(LibraryShelf.documents(of: folder, in: catalogue.all), for: client) { [self] in
        answer(call, $0, .folder(folder))
      }
    case .studied:
      let all = KeptDocument.ordered(catalogue.all, current: library.currentID)
      calls.openNow(LibraryShelf.documents(studiedOf: all), for: client) { [self] in answer(call, $0, .studied) }
    case .bookmark(let number):
      guard let mark = catalogue.bookmark(number) else { return call.fail(Self.none(path)) }
      calls.go(to: mark, playing: true, for: client) { [self] in answer(call, $0, nil) }
    case nil: call.fail(Self.none(path))
    }
  }

  /// A playlist is active as soon as its first text is.
  private func answer(_ call: IncomingCall, _ result: Result<TrackID, BusError>, _ activated: LibraryShelf.Entry?) {
    if case .success = result, several != activated {
      several = activated
      changed()
      tell(.playlistsChanged)
    }
    call.answer(result)
  }

  private static func none(_ path: ObjectPath) -> BusError {
    APIError(.notFound, "there is no playlist \(path)").busError
  }

  // MARK: Signals

  /// The part of the library that clients see has changed.
  func changed() { isStale = true }

  /// Announces the differences since the last announcement.
  func announce(on bus: BusConnection) {
    let title = (hidesTitles ? nil : library.currentID, hidesTitles)
    guard isStale || title != announcedTitle else { return }
    forgetLeftFolder()
    isStale = false
    announcedTitle = title
    let now = shelf
    let changes = PlaylistChanges.difference(from: announced, to: now)
    announced = now
    for playlist in changes.changed {
      bus.emit(
        PlaylistsInterface.playlistChanged, interface: PlaylistsInterface.name, path: MPRISBus.path,
        arguments: PlaylistChanges.arguments(playlist))
    }
    if let properties = changes.properties {
      bus.propertiesChanged(
        path: MPRISBus.path, interface: properties.interface, changed: properties.changed,
        invalidated: properties.invalidated)
    }
  }

  /// A document outside the folder ends the folder's playlist, even if the reading returns to the folder later.
  private func forgetLeftFolder() {
    let document = library.currentID.flatMap { library.catalogue[$0] }
    switch several {
    case .folder(let folder)?
    where document.map({ LibraryShelf.fingerprint(LibraryShelf.folder(of: $0.path)) }) == folder:
      break
    case .studied? where document?.study?.isOn ?? false: break
    default: several = nil
    }
  }

  /// New clients on a bus that returned have no state yet.
  func forgetAnnounced() {
    announced = Shelf()
    isStale = true
  }
}
