import Foundation

/// The letters that the humming engine is heard to hum, whatever else is heard: each letter is a tone for some 50 ms,
/// one of 24 in an octave.
struct HummedTones {
  /// Successive tones, each of which differs from the one before.
  private(set) var tones: [Int] = []
  /// The moment at which each of them begins, in nanoseconds of `Remote.now`.
  private(set) var moments: [Int64] = []

  /// Periods from which a tone is recognised; a letter has at least twelve.
  private static let recognised = 5
  /// Quieter than any hum.
  private static let threshold: Float = 0.004

  init(_ recording: Recording, from start: Int64 = 0, until end: Int64 = .max) {
    let (first, last) = (recording.index(of: start), recording.index(of: end))
    var rise: Double?
    var (tone, count, begin): (Int?, Int, Int) = (nil, 0, 0)
    var loudest: Float = 0
    for index in max(1, first)..<max(1, first, last) {
      let (before, now) = (recording.samples[index - 1], recording.samples[index])
      loudest = max(loudest, now)
      guard before < 0, now >= 0 else { continue }
      let place = Double(index - 1) + Double(-before / (now - before))
      let found = loudest < Self.threshold ? nil : rise.flatMap { Self.tone(Double(recording.rate) / (place - $0)) }
      if found != tone { (tone, count, begin) = (found, 0, Int(rise ?? place)) }
      (rise, loudest) = (place, 0)
      count += 1
      if let tone, count == Self.recognised, tones.last != tone {
        tones.append(tone)
        moments.append(recording.moment(of: begin))
      }
    }
  }

  /// The tone of a frequency in hertz; `nil` if there is none so near.
  private static func tone(_ frequency: Double) -> Int? {
    let place = 24 * log2(frequency / 220)
    let nearest = place.rounded()
    return abs(place - nearest) < 0.3 && (0..<24).contains(nearest) ? Int(nearest) : nil
  }

  /// The tones of a word, as they are heard.
  static func tones(of word: some StringProtocol) -> [Int] {
    word.unicodeScalars.map { Int($0.value % 24) }.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }

  /// The moments at which a word begins that is heard to its end.
  func moments(of word: some StringProtocol) -> [Int64] {
    let wanted = Self.tones(of: word)
    return tones.indices.filter { tones[$0...].starts(with: wanted) }.map { moments[$0] }
  }
}
