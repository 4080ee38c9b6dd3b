import Documents
import Vocabulary

/// XSPF: `<playlist><trackList><track><location>`, with URIs relative to the list.
final class XSPFList: MarkupHandler {
  private var entries: [PlaylistEntry] = []
  private var isTooLong = false
  private var isInTrack = false
  private var locations: [String] = []
  private var title = ""
  /// The element whose text is being read; empty: none.
  private var name = ""
  private var text: [UInt8] = []

  /// Reads a list in UTF-8.
  static func read(_ bytes: [UInt8]) throws(Trouble) -> [PlaylistEntry] {
    let list = XSPFList()
    let isWhole = Markup.read(bytes, as: .xml, list)
    if list.isTooLong {
      throw Trouble(.tooLarge, "the playlist names more than \(PlaylistEntry.maximumCount) files")
    }
    guard isWhole else { throw Trouble(.damaged, "the playlist is not well-formed XML") }
    return list.entries
  }

  func start(_ name: String, _ attributes: MarkupAttributes) {
    switch name {
    case "track": (isInTrack, locations, title) = (true, [], "")
    case "location" where isInTrack, "title" where isInTrack: (self.name, text) = (name, [])
    default: break
    }
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>) {
    // What is longer is cut anyway.
    if !name.isEmpty, text.count <= PlaylistEntry.maximumLocation { text += bytes }
  }

  func end(_ name: String) {
    if name == "track" { endTrack() }
    guard name == self.name else { return }
    self.name = ""
    let value = PlaylistReader.trimmed(
      String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline).joined(separator: " ")[...])
    guard !value.isEmpty else { return }
    if name == "title" { title = String(value) } else { locations.append(String(value)) }
  }

  private func endTrack() {
    isInTrack = false
    // A track without a location is one that only a shop knows.
    guard !locations.isEmpty else { return }
    guard entries.count < PlaylistEntry.maximumCount else {
      isTooLong = true
      return
    }
    entries.append(PlaylistEntry(locations, title: title))
    locations = []
  }
}
