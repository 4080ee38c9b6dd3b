import Recordings

/// The levels between which the noise and the voice of a recording are told apart in one band of frequencies, found in
/// how often each level occurs.
///
/// Levels are those of ``Recordings/Levels``, in half decibels.
struct NoiseFloor: Equatable {
  /// The level from which on a sound belongs to a voice.
  private(set) var low: Int
  /// The level that a voice reaches at its loudest, so that a sound which stays below it is none, unless it lasts.
  private(set) var high: Int
  /// The level that divides quiet from loud best. It is safely above noise, and above soft sounds of the voice, too.
  let border: Int
  /// True if there are silences at all: without, everything is voice.
  let isDivided: Bool
  /// The most frequent level of what is quiet.
  private let floor: Int
  /// The level of the loudest places.
  private let loud: Int

  /// Silence in this sense lies at most 45 dB below the loud places: an echo or a breath below that is none.
  private static let range = 90
  /// Silences are only there if the means of loud and of quiet levels lie 6 dB apart.
  private static let leastDistance = 12.0
  /// 3 dB above the noise at least: noise varies.
  private static let leastMargin = 6
  /// A voice rises 6 dB above the level from which on it counts.
  private static let rise = 12
  /// Below −75 dB nobody hears anything.
  private static let silent = 105
  /// 1.5 dB above what is heard in the pauses.
  private static let margin = 3
  /// Pauses of less than half a second together say nothing.
  private static let leastPauses = 50

  /// - Parameters:
  ///   - levels: of the whole recording, in one band.
  ///   - threshold: the level above the noise from which on a sound is a voice, in dB; `nil`: found here.
  /// - Returns: `nil` if there is nothing to be heard.
  init?(_ levels: [UInt8], threshold: Double?) {
    var counts = [Int](repeating: 0, count: 256)
    for level in levels { counts[Int(level)] += 1 }
    loud = Self.level(of: counts, above: 0.99)
    guard loud > Self.silent else { return nil }
    // All quieter levels count as equally quiet.
    let least = max(0, loud - Self.range)
    for level in 0..<least {
      counts[least] += counts[level]
      counts[level] = 0
    }
    let (border, distance) = Self.border(counts)
    let variance: Double
    (floor, variance) = Self.floor(counts, below: border)
    self.border = border
    isDivided = distance >= Self.leastDistance
    // Three times the spread: nothing of a steady noise is louder.
    let margin = threshold.map { Int($0 * 2 + 0.5) } ?? max(Self.leastMargin, Self.root(of: 9 * variance))
    (low, high) = (0, 0)
    set(threshold == nil ? min(border, floor + margin) : floor + margin)
  }

  /// The square root of a number of levels, to the nearest one.
  private static func root(of square: Double) -> Int {
    (0...255).first { (Double($0) + 0.5) * (Double($0) + 0.5) > square } ?? 255
  }

  private mutating func set(_ low: Int) {
    self.low = low
    high = min(low + Self.rise, max(low, loud))
  }

  /// Corrects the levels by what is heard in pauses, such as music: it is often louder than what is most frequent.
  ///
  /// - Parameter pauses: parts of `levels` that are certainly no voice.
  mutating func correct(_ levels: [UInt8], in pauses: [Range<Int>]) {
    var counts = [Int](repeating: 0, count: 256)
    for pause in pauses { for index in pause { counts[max(floor, Int(levels[index]))] += 1 } }
    guard counts.reduce(0, +) >= Self.leastPauses else { return }
    let heard = Self.level(of: counts, above: 0.98)
    set(max(floor + Self.leastMargin, min(border, heard + Self.margin)))
  }

  /// The lowest level that a share of all do not exceed.
  private static func level(of counts: [Int], above share: Double) -> Int {
    let most = Double(counts.reduce(0, +)) * share
    var sum = 0
    return counts.firstIndex { count in
      sum += count
      return Double(sum) >= most
    } ?? 0
  }

  /// The level that divides quiet from loud best (Otsu: "A threshold selection method from gray-level histograms",
  /// 1979), and the distance of the means of both.
  private static func border(_ counts: [Int]) -> (level: Int, distance: Double) {
    let all = counts.indices.reduce((count: 0.0, sum: 0.0)) {
      ($0.count + Double(counts[$1]), $0.sum + Double(counts[$1]) * Double($1))
    }
    var best = (level: 0, variance: 0.0, distance: 0.0)
    var below = (count: 0.0, sum: 0.0)
    for level in counts.indices {
      // `level` is the first one of the loud ones.
      if below.count > 0, below.count < all.count {
        let distance = (all.sum - below.sum) / (all.count - below.count) - below.sum / below.count
        let variance = below.count * (all.count - below.count) * distance * distance
        if variance > best.variance { best = (level, variance, distance) }
      }
      below = (below.count + Double(counts[level]), below.sum + Double(counts[level]) * Double(level))
    }
    return (best.level, best.distance)
  }

  /// The most frequent level of the quiet ones, and the variance of what is quieter still: above it lie soft sounds
  /// of the voice, which are no noise.
  private static func floor(_ counts: [Int], below border: Int) -> (level: Int, variance: Double) {
    func weight(_ level: Int) -> Int {
      (max(0, level - 1)...min(255, level + 1)).reduce(counts[level]) { $0 + counts[$1] }
    }
    let floor = (0..<max(1, border)).max { weight($0) < weight($1) } ?? 0
    let quieter = (0...floor).reduce((count: 0.0, sum: 0.0)) {
      let distance = Double(floor - $1)
      return ($0.count + Double(counts[$1]), $0.sum + Double(counts[$1]) * distance * distance)
    }
    return (floor, quieter.count > 0 ? quieter.sum / quieter.count : 0)
  }
}
