/// The parts of a sound in which something is heard, found by its loudness. Pure.
struct Pauses {
  /// The parts with sound, in order, in frames; empty for silence.
  private(set) var sounding: [Range<Int>] = []

  /// The shortest pause within a sound: a stop before a consonant is no pause.
  private static let shortest = 0.12

  /// - Parameter rate: the samples a second.
  init(_ samples: [Int16], at rate: Int) {
    let step = max(rate / 100, 1)
    let loudness = stride(from: 0, to: samples.count, by: step).map { start in
      samples[start..<min(start + step, samples.count)].reduce(0) { $0 + abs(Int($1)) } / step
    }
    // A part of the loud parts, above the noise that a voice may have.
    let sorted = loudness.sorted()
    guard let loud = sorted.isEmpty ? nil : sorted[sorted.count * 9 / 10], loud > 0 else { return }
    let threshold = max(loud / 25, 20)
    let gap = Int(Self.shortest * Double(rate)) / step
    var quiet = gap
    for (index, level) in loudness.enumerated() {
      guard level > threshold else {
        quiet += 1
        continue
      }
      let end = min((index + 1) * step, samples.count)
      if quiet >= gap || sounding.isEmpty {
        sounding.append(index * step..<end)
      } else {
        sounding[sounding.count - 1] = sounding[sounding.count - 1].lowerBound..<end
      }
      quiet = 0
    }
  }

  /// The frames from the first sound to the last one.
  var whole: Range<Int> {
    guard let first = sounding.first, let last = sounding.last else { return 0..<0 }
    return first.lowerBound..<last.upperBound
  }
}
