import AloudAPI
import BusValues
import DBusKit
import EventLoop
import MPRIS
import Playback
import Store

/// `org.mpris.MediaPlayer2.Playlists`: the library as players show it.
@Core
final class PlaylistsFace {
  private let calls: LibraryCalls
  private let shares: ClientShares
  private var library: Library { calls.library }
  /// What clients were told last.
  private var announced = Shelf()
  private var announcedTitle: (ContentID?, Bool) = (nil, false)
  private var isStale = true
  /// Whether what is in the library is kept from desktops.
  var hidesTitles = false

  init(calls: LibraryCalls, shares: ClientShares) {
    self.calls = calls
    self.shares = shares
  }

  private var shelf: Shelf {
    guard !hidesTitles else { return Shelf() }
    return LibraryShelf.shelf(
      library.catalogue.all, library.catalogue.bookmarks(of: nil), current: library.currentID)
  }

  func value(of property: String) -> BusValue? { PlaylistsInterface.value(of: property, in: shelf) }

  func list(_ query: PlaylistQuery, for call: IncomingCall) { call.reply(PlaylistsInterface.reply(query, in: shelf)) }

  /// Reads what a playlist stands for, at once.
  func activate(_ path: ObjectPath, for call: IncomingCall) {
    do throws(BusError) { try shares.begin(call.sender) } catch { return call.fail(error) }
    let done: LibraryCalls.Completion = { [session = library.session, shares] result in
      shares.end(call.sender)
      switch result {
      case .success(let id):
        shares.add(id, of: call.sender, bytes: session.track(id)?.text.count ?? 0)
        call.reply()
      case .failure(let error): call.fail(error.busError)
      }
    }
    let catalogue = library.catalogue
    switch hidesTitles ? nil : LibraryShelf.entry(path) {
    case .document(let id): calls.openNow(catalogue[id].map { [$0] } ?? [], done: done)
    case .folder(let folder): calls.openNow(LibraryShelf.documents(of: folder, in: catalogue.all), done: done)
    case .bookmark(let number):
      guard let mark = catalogue.bookmark(number) else { return done(.failure(Self.none(path))) }
      calls.go(to: mark, playing: true, done: done)
    case nil: done(.failure(Self.none(path)))
    }
  }

  private static func none(_ path: ObjectPath) -> APIError {
    APIError(.notFound, "there is no playlist \(path)")
  }

  // MARK: Signals

  /// The library has changed in what clients see of it.
  func changed() { isStale = true }

  /// Announces what is different by now.
  func announce(on bus: BusConnection) {
    let title = (hidesTitles ? nil : library.currentID, hidesTitles)
    guard isStale || title != announcedTitle else { return }
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

  /// New clients on a bus that returned know nothing.
  func forgetAnnounced() {
    announced = Shelf()
    isStale = true
  }
}
