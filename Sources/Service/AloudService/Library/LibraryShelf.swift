import AloudAPI
import BusValues
import Documents
import MPRIS
import Playback
import Reading
import Store

/// The library as players show it, with its order.
///
/// A menu lists everything to listen to: each document; each folder from which several documents were heard, which are
/// then read in order; each bookmark, under the title of its document; and all that is studied, as a shelf of its own. The
/// current document comes first, then the others from the last heard on, and finished documents last.
enum LibraryShelf {
  /// The meaning of a playlist's id.
  enum Entry: Equatable {
    case document(ContentID)
    case bookmark(Int64)
    /// By the fingerprint of its path.
    case folder(UInt64)
    /// All documents that are studied.
    case studied
  }

  private static let prefix = "/org/aloud/Aloud1/"
  /// The maximum number of characters of a bookmark's text in a menu.
  private static let longestWords = 60

  /// The library as playlists.
  ///
  /// - Parameters:
  ///   - bookmarks: in the order of the text.
  ///   - several: the last activated entry with several documents; `nil` if something else was activated last.
  static func shelf(
    _ documents: some Collection<KeptDocument>, _ bookmarks: [KeptBookmark], current: ContentID?,
    several activated: Entry? = nil
  ) -> Shelf {
    let marks = Dictionary(grouping: bookmarks, by: \.document)
    var playlists: [Playlist] = []
    var folders: [String: [KeptDocument]] = [:]
    let all = KeptDocument.ordered(documents, current: current)
    let titles = DistinctTitles.of(
      all.map { DistinctTitles.Item(title: $0.title, authors: $0.authors, path: $0.path) })
    var active: Playlist?
    for (document, title) in zip(all, titles) {
      let own = marks[document.id] ?? []
      let list = playlist(of: document, named: title, own)
      if document.id == current { active = list }
      playlists.append(list)
      playlists += own.map { playlist(of: $0, in: title, document.artURL) }
      folders[folder(of: document.path), default: []].append(document)
    }
    let read = current.flatMap { id in documents.first { $0.id == id } }
    for (path, inside) in folders.filter({ $0.value.count > 1 }).sorted(by: { $0.key < $1.key }) {
      let list = playlist((path.fileName ?? "") + "/", .folder(fingerprint(path)), inside)
      playlists.append(list)
      // The folder is active while one of its documents is read.
      if let read, folder(of: read.path) == path, activated == .folder(fingerprint(path)) { active = list }
    }
    let studied = Self.documents(studiedOf: all)
    if !studied.isEmpty {
      let list = playlist("Studied", .studied, studied)
      playlists.append(list)
      if activated == .studied, read?.study?.isOn ?? false { active = list }
    }
    return Shelf(playlists: playlists, active: active)
  }

  /// The playlist of one document.
  private static func playlist(
    of document: KeptDocument, named title: String, _ bookmarks: [KeptBookmark]
  ) -> Playlist {
    let modified = bookmarks.map(\.created).max().map { max($0, document.added) } ?? document.added
    let authors = document.authors.isEmpty ? "" : " – \(document.authors.joined(separator: ", "))"
    return Playlist(
      id: path(.document(document.id)), name: title + authors, icon: document.artURL ?? "",
      created: document.added.milliseconds, modified: modified.milliseconds, played: document.heard?.milliseconds)
  }

  private static func playlist(of mark: KeptBookmark, in title: String, _ artURL: String?) -> Playlist {
    let words = mark.note.isEmpty ? mark.sentence : mark.note
    let cut = words.count > longestWords ? words.prefix(longestWords - 1) + "…" : words[...]
    return Playlist(
      id: path(.bookmark(mark.number)), name: "\(title): \(cut)", icon: artURL ?? "",
      created: mark.created.milliseconds, modified: mark.created.milliseconds, played: nil)
  }

  private static func playlist(_ name: String, _ entry: Entry, _ inside: [KeptDocument]) -> Playlist {
    let added = inside.map(\.added)
    return Playlist(
      id: path(entry), name: name, created: (added.min() ?? .now).milliseconds,
      modified: (added.max() ?? .now).milliseconds, played: inside.compactMap(\.heard).max()?.milliseconds)
  }

  // MARK: Folders and ids

  /// The folder of a file.
  static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }

  /// The documents of a folder, in the order of their files' names.
  static func documents(of folder: UInt64, in documents: some Collection<KeptDocument>) -> [KeptDocument] {
    documents.filter { fingerprint(self.folder(of: $0.path)) == folder }.sorted { $0.path < $1.path }
  }

  /// The documents that are studied, in their order.
  static func documents(studiedOf documents: some Collection<KeptDocument>) -> [KeptDocument] {
    documents.filter { $0.study?.isOn ?? false }
  }

  static func fingerprint(_ path: String) -> UInt64 { TextFingerprint.of(Array(path.utf8)) }

  /// The id of an entry.
  static func path(_ entry: Entry) -> ObjectPath {
    switch entry {
    case .document(let id): ObjectPath(stringLiteral: prefix + "document/" + id.text)
    case .bookmark(let number): ObjectPath(stringLiteral: prefix + "bookmark/\(number)")
    case .folder(let fingerprint): ObjectPath(stringLiteral: prefix + "folder/" + String(fingerprint, radix: 16))
    case .studied: ObjectPath(stringLiteral: prefix + "study/all")
    }
  }

  /// Decodes an id; `nil` for any other path.
  static func entry(_ path: ObjectPath) -> Entry? {
    guard path.text.hasPrefix(prefix) else { return nil }
    let parts = path.text.dropFirst(prefix.count).split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let entry: Entry? =
      switch parts[0] {
      case "document": ContentID(parts[1]).map { .document($0) }
      case "bookmark": Int64(parts[1]).map { .bookmark($0) }
      case "folder": UInt64(parts[1], radix: 16).map { .folder($0) }
      case "study": .studied
      default: nil
      }
    // Other spellings, such as "+1" and "0F", are not valid ids.
    return entry.flatMap { self.path($0) == path ? $0 : nil }
  }
}
