/// The loudness of a recording over its time, for a picture: so many peaks at most, however long it is.
///
/// It grows from the beginning on. When it has ``most`` peaks, two neighbours become one.
public struct Waveform: Equatable, Sendable {
  /// The most peaks. A full picture has at least half as many.
  public static let most = 4096

  /// Frames a second of the recording.
  public let sampleRate: Int
  /// The frames of each peak but the last one, 1 or more.
  public private(set) var framesPerPeak: Int64
  /// The loudest sample of each part, 255 for full scale.
  public private(set) var peaks: [UInt8] = []
  /// The frames that the peaks cover.
  public private(set) var frames: Int64 = 0
  /// True if the recording has nothing behind ``frames``.
  public private(set) var isWhole = false

  /// A picture of nothing yet.
  ///
  /// - Precondition: the rate is one of ``RecordingDescription/sampleRates``.
  public init(sampleRate: Int) {
    precondition(RecordingDescription.sampleRates.contains(sampleRate), "no such sound")
    self.sampleRate = sampleRate
    // A hundredth of a second: a short sound fills a wide terminal, too.
    framesPerPeak = Int64(max(1, sampleRate / 100))
  }

  /// The longest part that one peak of ``append(_:frames:each:)`` may cover, in frames: ten seconds at most. Parts of
  /// this length do not reach from one peak of the picture into another.
  public var finestPart: Int {
    var part = framesPerPeak
    while part > 10 * Int64(sampleRate) || frames % part != 0, part % 2 == 0 { part /= 2 }
    return Int(part)
  }

  /// Adds the loudness of the next frames.
  ///
  /// - Parameters:
  ///   - frames: the frames that they cover, at most `each` for each of them.
  ///   - each: the frames of each of them but the last one: the present ``finestPart``.
  public mutating func append(_ more: [UInt8], frames count: Int, each: Int) {
    let end = frames + Int64(count)
    for peak in more {
      if frames / framesPerPeak >= Int64(Self.most) { halve() }
      let index = Int(frames / framesPerPeak)
      if index < peaks.count { peaks[index] = max(peaks[index], peak) } else { peaks.append(peak) }
      frames = min(end, frames + Int64(each))
    }
  }

  /// The recording ends with what is covered.
  public mutating func end() { isWhole = true }

  private mutating func halve() {
    peaks = stride(from: 0, to: peaks.count, by: 2).map { max(peaks[$0], $0 + 1 < peaks.count ? peaks[$0 + 1] : 0) }
    framesPerPeak *= 2
  }
}

extension Waveform {
  /// The first bytes of a kept picture; the last one is the version of its form.
  private static let mark = Array("aloudwave".utf8) + [1]

  /// The picture as it is kept in a file.
  public var bytes: [UInt8] {
    Self.mark + [isWhole ? 1 : 0]
      + [Int64(sampleRate), framesPerPeak, frames].flatMap { number in
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
      } + peaks
  }

  /// The picture from its file; `nil` for a file of another version, or one that is broken.
  public init?(bytes: [UInt8]) {
    let header = Self.mark.count + 1
    guard bytes.count >= header + 24, bytes.starts(with: Self.mark), bytes[header - 1] <= 1 else { return nil }
    let numbers = (0..<3).map { number in
      (0..<8).reduce(Int64(0)) { $0 | Int64(bytes[header + 8 * number + $1]) << Int64(8 * $1) }
    }
    guard let rate = Int(exactly: numbers[0]), RecordingDescription.sampleRates.contains(rate) else { return nil }
    self.init(sampleRate: rate)
    // Only the doubling of a hundredth of a second makes a part.
    while framesPerPeak < numbers[1], framesPerPeak < 1 << 50 { framesPerPeak *= 2 }
    (peaks, frames, isWhole) = (Array(bytes[(header + 24)...]), numbers[2], bytes[header - 1] == 1)
    guard framesPerPeak == numbers[1], frames >= 0, peaks.count <= Self.most,
      peaks.count == (frames == 0 ? 0 : Int((frames - 1) / framesPerPeak) + 1)
    else { return nil }
  }
}
