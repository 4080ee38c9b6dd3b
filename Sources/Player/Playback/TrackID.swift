/// The identity of one entry of the queue.
///
/// Each entry has its own, even if the same text is in the queue twice, and a number is never reused while the service
/// runs (MPRIS 2.2, TrackList: "the same track appearing twice must have two ids").
public struct TrackID: Hashable, Comparable, Sendable {
  /// The number of the entry; later ones have greater numbers.
  public let number: UInt64

  /// The entry with this number.
  public init(_ number: UInt64) { self.number = number }

  /// True if `a` is the earlier one.
  public static func < (a: TrackID, b: TrackID) -> Bool { a.number < b.number }

  private static let prefix = "/org/aloud/Aloud1/track/"

  /// The id as a D-Bus object path.
  public var path: String { Self.prefix + String(number) }

  /// Parses ``path``; `nil` for any other path.
  public init?(path: String) {
    guard path.hasPrefix(Self.prefix), let number = UInt64(path.dropFirst(Self.prefix.count)) else { return nil }
    guard path == Self.prefix + String(number) else { return nil }  // "+1" and "01" are invalid
    self.number = number
  }
}
