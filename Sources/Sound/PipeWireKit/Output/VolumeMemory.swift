import Vocabulary

/// The volume of a stream that is taken down and made again, as far as it was set or reported. A value, without a
/// stream.
struct VolumeMemory {
  /// A smaller difference is no news: the server keeps the cube of a volume as a Float.
  private static let tolerance = 0.0005

  private var known: CubicLevel?
  /// True if the stream has been given the volume of the last one.
  private var isRestored = false
  /// True if the stream is muted.
  private(set) var isMuted = false

  /// The stream's volume, 0…1. It is 1 until it is set or reported.
  var volume: CubicLevel { known ?? 1 }

  /// Sets the volume. Values outside 0…1 are limited, and one that is no number counts as 1.
  ///
  /// - Returns: the volume to give the stream now; `nil` if it has it, or gets it by ``restore()``.
  mutating func set(_ volume: CubicLevel) -> CubicLevel? {
    let volume = volume.isFinite ? max(0, min(volume, 1)) : 1
    guard volume != known else { return nil }
    known = volume
    return isRestored ? volume : nil
  }

  /// The session manager has restored the volume that it stored for the stream, which this one replaces.
  ///
  /// - Returns: the volume of the last stream to give to this one; `nil` if it has it, or if none is known.
  mutating func restore() -> CubicLevel? {
    guard !isRestored else { return nil }
    isRestored = true
    return known
  }

  /// The server reports the linear volumes of the stream's channels.
  ///
  /// - Returns: the volume if that is news.
  mutating func report(_ linear: [Float]) -> CubicLevel? {
    guard let loudest = linear.max(), isRestored || known == nil else { return nil }
    let volume = CubicLevel(linear: loudest)
    guard abs(volume.value - self.volume.value) > Self.tolerance else { return nil }
    known = volume
    return volume
  }

  /// The server reports whether the stream is muted. Returns true if that is news.
  mutating func report(isMuted: Bool) -> Bool {
    defer { self.isMuted = isMuted }
    return isMuted != self.isMuted
  }

  /// The stream has gone. The next one gets its volume, but is not muted.
  mutating func streamEnded() {
    isRestored = false
    isMuted = false
  }
}
