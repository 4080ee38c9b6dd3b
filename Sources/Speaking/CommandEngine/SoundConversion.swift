import Glibc

/// Samples at another rate, by a sine cardinal in a window. A library for it would be in every speech worker.
enum SoundConversion {
  /// The zero crossings on each side of the window's centre.
  private static let crossings = 16.0

  /// The samples of a sound at another rate, both in Hz. The same samples each time.
  static func convert(_ samples: [Int16], from rate: Int, to other: Int) -> [Int16] {
    guard rate != other, !samples.isEmpty else { return samples }
    // Below the half of the lower rate, and a little for the slope of the window.
    let width = max(Double(rate) / Double(other), 1) / 0.95
    let reach = Int((crossings * width).rounded(.up))
    let divisor = greatestDivisor(rate, other)
    // The places of the new samples between two old ones come again and again.
    var phases: [Int: [Double]] = [:]
    let count = samples.count * other / rate
    var converted: [Int16] = []
    converted.reserveCapacity(count)
    for index in 0..<count {
      let (before, rest) = (index * rate).quotientAndRemainder(dividingBy: other)
      let phase = rest / divisor
      let weights = phases[phase] ?? Self.weights(at: Double(rest) / Double(other), reach, width)
      if phases[phase] == nil { phases[phase] = weights }
      let first = before - reach + 1
      var sum = 0.0
      for place in max(first, 0)..<min(first + weights.count, samples.count) {
        sum += weights[place - first] * Double(samples[place])
      }
      converted.append(Int16(clamping: Int(sum.rounded())))
    }
    return converted
  }

  /// The weights of the samples around a place between two of them, together 1.
  private static func weights(at place: Double, _ reach: Int, _ width: Double) -> [Double] {
    let weights = (1 - reach...reach).map { kernel((Double($0) - place) / width) }
    let sum = weights.reduce(0, +)
    return weights.map { $0 / sum }
  }

  private static func kernel(_ distance: Double) -> Double {
    guard abs(distance) < crossings else { return 0 }
    let angle = Double.pi * distance
    let cardinal = abs(angle) < 1e-9 ? 1 : sin(angle) / angle
    return cardinal * (0.5 + 0.5 * cos(angle / crossings))
  }

  private static func greatestDivisor(_ a: Int, _ b: Int) -> Int { b == 0 ? a : greatestDivisor(b, a % b) }
}
