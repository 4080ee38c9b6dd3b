/// The syntax of a playlist that names files.
public enum PlaylistSyntax: Equatable, Sendable, CaseIterable {
  /// One name a line, in any encoding: M3U and M3U8.
  case m3u
  /// Keys and values: `File1=talk.mp3`.
  case pls
  /// XML with URIs.
  case xspf
}

/// A file that a playlist names.
public struct PlaylistEntry: Equatable, Sendable {
  /// The most entries of a playlist.
  public static let maximumCount = 10_000
  /// The most bytes of a location in UTF-8: more than the longest path has, with each byte percent-encoded.
  public static let maximumLocation = 12_300
  /// The most locations of one entry.
  public static let maximumLocations = 2
  /// The most bytes of a title.
  public static let maximumTitle = 1024

  /// The places where the file may be, as they are written, the likelier one first: paths or URIs. Bytes that are not
  /// UTF-8 are escaped as in ``FileName``.
  public var locations: [String]
  /// A title for a file that has none; empty if the list gives none.
  public var title: String

  /// An entry with at most ``maximumLocations`` locations. What is longer than the limits is cut.
  public init(_ locations: [String], title: String = "") {
    self.locations = locations.prefix(Self.maximumLocations).map { Self.cut($0) }
    self.title = Line.clean(title, limit: Self.maximumTitle)
  }

  /// The beginning of a location, which is longer than any path, and so names no file.
  private static func cut(_ location: String) -> String {
    guard location.utf8.count > maximumLocation else { return location }
    var bytes = location.utf8.prefix(maximumLocation)[...]
    while let last = bytes.last, last & 0xC0 == 0x80 { bytes = bytes.dropLast() }
    return String(decoding: bytes.dropLast(), as: UTF8.self)
  }
}
