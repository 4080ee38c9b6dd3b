public import Documents

extension WorkerAnswer {
  private static let entryBytes = Wire.maximumPayload - 4

  /// Returns the number of entries at the front that fit into one packet: at least one.
  public static func fitting(_ entries: ArraySlice<PlaylistEntry>) -> Int {
    var room = entryBytes
    var count = 0
    for entry in entries {
      room -= 1 + 2 + entry.title.utf8.count + entry.locations.reduce(0) { $0 + 2 + $1.utf8.count }
      if room < 0 { break }
      count += 1
    }
    return count
  }
}

extension ByteWriter {
  mutating func entry(_ entry: PlaylistEntry) {
    u8(UInt8(entry.locations.count))
    for location in entry.locations { string(location) }
    string(entry.title)
  }
}

extension ByteReader {
  /// The title is cleaned again: a worker may send anything.
  mutating func entry() -> PlaylistEntry? {
    guard let count = u8(), 1...PlaylistEntry.maximumLocations ~= Int(count) else { return nil }
    var locations: [String] = []
    for _ in 0..<count {
      guard let location = string(), !location.isEmpty, location.utf8.count <= PlaylistEntry.maximumLocation else {
        return nil
      }
      locations.append(location)
    }
    return string().map { PlaylistEntry(locations, title: $0) }
  }
}
