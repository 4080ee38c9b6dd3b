public import BusValues
public import Playback
import Vocabulary

/// The facts that MPRIS shows about one track.
public struct TrackDetails: Equatable, Sendable {
  /// The metadata given by the client that queued it.
  public var metadata: TrackMetadata
  /// `nil` while it is unknown.
  public var length: TrackLength?

  /// A track with what is known of its length.
  public init(_ metadata: TrackMetadata, length: TrackLength? = nil) {
    self.metadata = metadata
    self.length = length
  }
}

/// The specification's `Metadata_Map`.
public enum MetadataMap {
  /// The complete table (`a{sv}`) of a track.
  ///
  /// `mpris:trackid` is an object path and comes first. `xesam:artist` is present even if it is empty: without the list
  /// GNOME writes "Unknown artist" under every title. `mpris:length` is left out while the length is unknown, since a
  /// client would take 0 for a length. The text (`xesam:asText`) is never shown.
  public static func value(of track: TrackID?, _ details: TrackDetails?) -> BusValue {
    guard let track else { return noTrack }
    return value(at: track.objectPath, details)
  }

  /// The table while there is no current track: "the mpris:trackid attribute must always be present".
  public static let noTrack: BusValue = value(at: MPRISBus.noTrack, nil)

  private static func value(at path: ObjectPath, _ details: TrackDetails?) -> BusValue {
    var entries: [(String, BusValue)] = [("mpris:trackid", .objectPath(path))]
    if let details {
      let metadata = details.metadata
      if let length = details.length, length.microseconds > 0 {
        entries.append(("mpris:length", .int64(length.microseconds.count)))
      }
      if let artURL = metadata.artURL { entries.append(("mpris:artUrl", .string(artURL))) }
      entries.append(("xesam:title", .string(metadata.title)))
      entries.append(("xesam:artist", .strings(metadata.artists)))
      if let album = metadata.album { entries.append(("xesam:album", .string(album))) }
      if let number = metadata.trackNumber, let number = Int32(exactly: number) {
        entries.append(("xesam:trackNumber", .int32(number)))
      }
      if let created = metadata.contentCreated.flatMap(instant) {
        entries.append(("xesam:contentCreated", .string(created)))
      }
      if let url = metadata.url { entries.append(("xesam:url", .string(url))) }
    }
    return .vardict(ordered: entries)
  }
  /// A date with its time, as the specification requires: `1998` becomes the first instant of that year. `nil` if it is
  /// not an ISO 8601 date.
  static func instant(_ date: String) -> String? {
    let (day, rest) = (date.prefix { $0 != "T" }, date.drop { $0 != "T" })
    var fields = day.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    guard (1...3).contains(fields.count), fields[0].utf8.count == 4,
      fields.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      fields.dropFirst().allSatisfy({ $0.utf8.count == 2 })
    else { return nil }
    guard rest.isEmpty else { return fields.count == 3 && rest.utf8.count >= 6 ? date : nil }
    while fields.count < 3 { fields.append("01") }
    return fields.joined(separator: "-") + "T00:00:00Z"
  }
}
