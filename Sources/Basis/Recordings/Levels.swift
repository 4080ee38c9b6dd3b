/// The loudness of a recording over its time, from which phrases are found: the levels of each hundredth of a second.
///
/// There are three levels, one for each band of frequencies: that of vowels, that of most consonants, and that of hisses.
/// A soft sound of a voice that noise or music hides in one of them is often loud enough in another one.
///
/// A level is a byte. 255 is a mean square of 1, and each step below it is half a decibel: 1 is −127 dB, and 0 is less
/// than that, or nothing. Ten hours take 11 MB.
public struct Levels: Equatable, Sendable {
  /// The times a second for which there are levels.
  public static let perSecond = 100
  /// The bands of frequencies, each from so many hertz to the beginning of the next one. What lies below the first one is
  /// rumble and hum.
  public static let bands = [150.0, 1000, 3500]
  /// The times with levels of the longest recording: twelve days, as the longest one whose places are kept.
  public static let most = 12 * 24 * 3600 * perSecond

  /// Frames a second of the recording.
  public let sampleRate: Int
  /// The levels from the beginning on, those of all ``bands`` for each time; at most ``most`` times.
  public private(set) var values: [UInt8] = []
  /// The length of the recording in frames, once it is known that nothing follows ``values``.
  public private(set) var frames: Int64?

  /// No levels yet.
  ///
  /// - Precondition: the rate is one of ``RecordingDescription/sampleRates``.
  public init(sampleRate: Int) {
    precondition(RecordingDescription.sampleRates.contains(sampleRate), "no such sound")
    self.sampleRate = sampleRate
  }

  /// The number of times with levels.
  public var count: Int { values.count / Self.bands.count }

  /// The levels of one of the ``bands``.
  public func values(ofBand band: Int) -> [UInt8] {
    stride(from: band, to: values.count, by: Self.bands.count).map { values[$0] }
  }

  /// True if the recording has nothing behind ``values``.
  public var isWhole: Bool { frames != nil }

  /// Adds the next levels: those of all ``bands`` for each time.
  public mutating func append(_ more: [UInt8]) {
    let room = min(more.count / Self.bands.count, Self.most - count)
    values += more.prefix(room * Self.bands.count)
  }

  /// The recording ends with what is covered.
  ///
  /// - Parameter frames: its length, 0 or more.
  public mutating func end(frames: Int64) { self.frames = frames }

  /// The first frame of a hundredth of a second.
  public static func firstFrame(of hundredth: Int, at sampleRate: Int) -> Int64 {
    // Rounded up. A frame belongs to the hundredth in which it begins.
    (Int64(hundredth) * Int64(sampleRate) + Int64(perSecond) - 1) / Int64(perSecond)
  }

  /// A level as decibels below full scale, 0 or less.
  public static func decibels(_ level: UInt8) -> Double { Double(level) / 2 - 127.5 }
}

extension Levels {
  /// The first bytes of kept levels; the last one is the version of their form and of their meaning.
  private static let mark = Array("aloudlevel".utf8) + [1]

  /// The levels as they are kept in a file.
  public var bytes: [UInt8] {
    Self.mark
      + [Int64(sampleRate), frames ?? -1].flatMap { number in
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
      } + values
  }

  /// The levels from their file; `nil` for a file of another version, or one that is broken.
  public init?(bytes: [UInt8]) {
    let header = Self.mark.count + 16
    guard bytes.count >= header, bytes.starts(with: Self.mark) else { return nil }
    let numbers = (0..<2).map { number in
      (0..<8).reduce(Int64(0)) { $0 | Int64(bytes[Self.mark.count + 8 * number + $1]) << Int64(8 * $1) }
    }
    guard let rate = Int(exactly: numbers[0]), RecordingDescription.sampleRates.contains(rate), numbers[1] >= -1,
      numbers[1] <= RecordingDescription.mostFrames, (bytes.count - header) % Self.bands.count == 0,
      (bytes.count - header) / Self.bands.count <= Self.most
    else { return nil }
    self.init(sampleRate: rate)
    values = Array(bytes[header...])
    guard numbers[1] >= 0 else { return }
    // The last level has the last frame.
    let last = Self.firstFrame(of: max(0, count - 1), at: rate)
    guard numbers[1] >= (values.isEmpty ? 0 : last), count == Self.most || numbers[1] <= last + Int64(rate) else {
      return nil
    }
    frames = numbers[1]
  }
}
