/// The identity of one entry of the queue.
///
/// Each entry has its own, also where the same text stands in the queue twice, and a number is never used again while
/// the service runs (MPRIS 2.2, TrackList: "the same track appearing twice must have two ids").
public struct TrackID: Hashable, Comparable, Sendable {
  /// What tells the entries apart; later ones have greater numbers.
  public let number: UInt64

  /// The entry with this number.
  public init(_ number: UInt64) { self.number = number }

  /// The earlier one is the lesser.
  public static func < (a: TrackID, b: TrackID) -> Bool { a.number < b.number }

  private static let prefix = "/org/aloud/Aloud1/track/"

  /// The id as a D-Bus object path.
  public var path: String { Self.prefix + String(number) }

  /// Reads back what ``path`` wrote; `nil` for any other path.
  public init?(path: String) {
    guard path.hasPrefix(Self.prefix), let number = UInt64(path.dropFirst(Self.prefix.count)) else { return nil }
    guard path == Self.prefix + String(number) else { return nil }  // "+1" and "01" are not ours
    self.number = number
  }
}
