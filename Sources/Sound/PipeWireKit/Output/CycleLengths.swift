/// The lengths of the graph's cycles that an output asks for, in frames at 48,000 Hz.
///
/// A short cycle lets orders take effect sooner, a long one wakes the machine less often. The shortest one that any
/// stream asks for wins.
public struct CycleLengths: Equatable, Sendable {
  /// The length while sound begins, ends or moves, and on every private route.
  public static let short = 256
  /// The length while sound goes on by itself.
  public static let long = 512

  /// The one length on every route; `nil`: ``short`` or ``long`` by need; 0: no request.
  public var fixed: Int?
  /// The most on private routes, where it decides how much is heard aloud after the headphones are pulled; `nil`:
  /// ``short``, unless there is a fixed length; 0: no difference.
  public var onPrivateRoutes: Int?

  /// Numbers from 1 to 31 count as 32, those above 8192 as 8192.
  public init(fixed: Int? = nil, onPrivateRoutes: Int? = nil) {
    self.fixed = fixed.map(Self.clamped)
    self.onPrivateRoutes = onPrivateRoutes.map(Self.clamped)
  }

  private static func clamped(_ frames: Int) -> Int { frames <= 0 ? 0 : max(32, min(frames, 8192)) }

  /// The length to ask for now; `nil`: no request.
  ///
  /// - Parameters:
  ///   - isPrivate: true if only the wearer of a device hears the sound.
  ///   - isShort: true if orders should take effect soon.
  func frames(isPrivate: Bool, isShort: Bool) -> Int? {
    let base = fixed ?? (isShort ? Self.short : Self.long)
    var wanted = [base]
    if isPrivate { wanted.append(onPrivateRoutes ?? (fixed == nil ? Self.short : 0)) }
    return wanted.filter { $0 > 0 }.min()
  }
}
