public import Playback
import Vocabulary

/// The listener's place at one moment: one record of the journal, 64 bytes, little-endian.
///
///     0  magic and version      8  sequence    16  track         24  scalar, or -1
///     32 media microseconds     40 boot        48  nanoseconds   56  checksum of all before
public struct PlaceRecord: Equatable, Sendable {
  static let size = 64
  /// `ALPLACE1`
  private static let magic: UInt64 = 0x3145_4341_4c50_4c41

  /// The number of the record; the highest is the newest.
  public var sequence: UInt64
  /// The track.
  public var track: TrackID
  /// The place in it.
  public var place: KeptPlace
  /// The time.
  public var time: BootTime

  /// A record from its parts; the place's time is 0 or more.
  public init(sequence: UInt64, track: TrackID, place: KeptPlace, time: BootTime) {
    self.sequence = sequence
    self.track = track
    self.place = place
    self.time = time
  }

  var bytes: [UInt8] {
    let words: [UInt64] = [
      Self.magic, sequence, track.number, UInt64(bitPattern: Int64(place.scalar ?? -1)),
      UInt64(bitPattern: place.microseconds.count), time.boot, UInt64(bitPattern: time.nanoseconds),
    ]
    let bytes = words.flatMap(Self.bytes)
    return bytes + Self.bytes(of: Checksum.of(bytes))
  }

  /// Decodes a record; `nil` if the bytes are not a valid one.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.count == Self.size, bytes.first == UInt8(truncatingIfNeeded: Self.magic) else { return nil }
    func word(_ index: Int) -> UInt64 {
      bytes[(bytes.startIndex + 8 * index)...].prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    guard word(0) == Self.magic, word(7) == Checksum.of(bytes.dropLast(8)) else { return nil }
    let scalar = Int64(bitPattern: word(3))
    let microseconds = Int64(bitPattern: word(4))
    guard microseconds >= 0 else { return nil }
    self.init(
      sequence: word(1), track: TrackID(word(2)),
      place: KeptPlace(microseconds: Microseconds(microseconds).asPlace, scalar: scalar < 0 ? nil : Int(scalar)),
      time: BootTime(boot: word(5), nanoseconds: Int64(bitPattern: word(6))))
  }

  private static func bytes(of word: UInt64) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
}
