import Foundation

/// Samples from a monitor with the moments at which they were heard.
struct Recording: Sendable {
  private(set) var rate = 48000
  /// The moment of each chunk's first sample and its index in `samples`.
  private var chunks: [(moment: Int64, index: Int)] = []
  private(set) var samples: [Float] = []

  init(file: String) {
    guard let data = FileManager.default.contents(atPath: file) else { return }
    data.withUnsafeBytes { bytes in
      var offset = 0
      while offset + 16 <= bytes.count {
        let moment = bytes.loadUnaligned(fromByteOffset: offset, as: Int64.self)
        rate = Int(bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt32.self))
        let count = Int(bytes.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
        guard offset + 16 + 4 * count <= bytes.count else { break }
        chunks.append((moment, samples.count))
        samples += [Float](unsafeUninitializedCapacity: count) { chunk, initialized in
          UnsafeMutableRawBufferPointer(chunk).copyMemory(
            from: UnsafeRawBufferPointer(rebasing: bytes[offset + 16..<offset + 16 + 4 * count]))
          initialized = count
        }
        offset += 16 + 4 * count
      }
    }
  }

  /// The moment at which the recording in a file ends, without reading the samples.
  static func end(ofFile file: String) -> Int64 {
    guard let data = FileManager.default.contents(atPath: file) else { return 0 }
    return data.withUnsafeBytes { bytes in
      var (offset, end): (Int, Int64) = (0, 0)
      while offset + 16 <= bytes.count {
        let count = Int(bytes.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
        guard offset + 16 + 4 * count <= bytes.count else { break }
        let rate = Int64(bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt32.self))
        end = bytes.loadUnaligned(fromByteOffset: offset, as: Int64.self) + Int64(count) * 1_000_000_000 / rate
        offset += 16 + 4 * count
      }
      return end
    }
  }

  /// The moment at which the recording ends.
  var end: Int64 { chunks.isEmpty ? 0 : moment(of: samples.count) }

  /// The moment at which a sample was heard.
  func moment(of index: Int) -> Int64 {
    let chunk = chunks.last { $0.index <= index } ?? (0, 0)
    return chunk.moment + Int64(index - chunk.index) * 1_000_000_000 / Int64(rate)
  }

  /// The first sample heard at `moment` or later.
  func index(of moment: Int64) -> Int {
    guard let chunk = chunks.last(where: { $0.moment <= moment }) else { return 0 }
    // A moment long after the end counts as the end.
    let later = min(moment - chunk.moment, 1_000_000_000)
    return min(samples.count, chunk.index + Int(later * Int64(rate) / 1_000_000_000))
  }

  /// The samples heard between two moments.
  func samples(_ start: Int64, _ end: Int64) -> ArraySlice<Float> {
    let first = index(of: start)
    return samples[first..<max(first, index(of: end))]
  }

  /// The effective value of the sound between two moments.
  func level(_ start: Int64, _ end: Int64) -> Double {
    let part = samples(start, end)
    guard !part.isEmpty else { return 0 }
    return (part.reduce(0) { $0 + Double($1) * Double($1) } / Double(part.count)).squareRoot()
  }

  /// The peak of the sound between two moments.
  func peak(_ start: Int64, _ end: Int64) -> Float { samples(start, end).reduce(0) { max($0, abs($1)) } }

  /// The moments at which sound begins between two moments: the first sample above the threshold after `quiet` ms below
  /// it.
  func onsets(_ start: Int64 = 0, _ end: Int64 = .max, threshold: Float = 0.01, quiet: Int = 60) -> [Int64] {
    var found: [Int64] = []
    var last = -rate
    for index in index(of: start)..<max(index(of: start), index(of: end)) where abs(samples[index]) > threshold {
      if index - last > quiet * rate / 1000 { found.append(moment(of: index)) }
      last = index
    }
    return found
  }

  /// The longest silence between two moments, in nanoseconds.
  func longestSilence(_ start: Int64, _ end: Int64, threshold: Float = 0.004) -> Int64 {
    var longest = 0
    let first = index(of: start)
    var last = first
    for index in first..<max(first, index(of: end)) where abs(samples[index]) > threshold {
      longest = max(longest, index - last)
      last = index
    }
    return Int64(max(longest, index(of: end) - last)) * 1_000_000_000 / Int64(rate)
  }

  /// The median fundamental of the voiced parts between two moments, in hertz (autocorrelation, 60…300 Hz).
  ///
  /// The signal is decimated by three: a voice has hardly any energy above, and a debug build takes a ninth of the
  /// time.
  func pitch(_ start: Int64, _ end: Int64) -> Double {
    let all = Array(samples(start, end))
    let part: [Float] = stride(from: 0, to: all.count - 2, by: 3).map { (index: Int) -> Float in
      all[index...index + 2].reduce(0, +) / 3
    }
    let rate = rate / 3
    let (window, shortest, longest) = (rate / 20, rate / 300, rate / 60)
    var found: [Double] = []
    var from = 0
    while from + window + longest <= part.count {
      defer { from += window }
      func product(_ lag: Int) -> Float {
        var sum: Float = 0
        for index in from..<from + window { sum += part[index] * part[index + lag] }
        return sum
      }
      let power = product(0)
      guard power / Float(window) > 0.0004 else { continue }
      let products = (shortest...longest).map(product)
      guard let best = products.max(), best > 0.6 * power else { continue }
      // The first peak that is nearly the highest: multiples of the period correlate equally.
      let peak = products.indices.first { index in
        products[index] > 0.9 * best && (index == 0 || products[index] >= products[index - 1])
          && (index + 1 == products.count || products[index] >= products[index + 1])
      }
      if let peak { found.append(Double(rate) / Double(shortest + peak)) }
    }
    return found.isEmpty ? 0 : found.sorted()[found.count / 2]
  }
}
