import Glibc
import Testing

@testable import NaturalVoices

/// Functions with their own arithmetic: right for the ear, and the same bits everywhere.
@Suite struct ArithmeticTests {
  private func lanes(_ values: [Float]) -> [Lanes] {
    stride(from: 0, to: values.count, by: 4).map { Lanes(values[$0..<$0 + 4]) }
  }

  private func all(_ lanes: [Lanes]) -> [Float] { lanes.flatMap { lane in (0..<4).map { lane[$0] } } }

  private static let steps = (0..<40_000).map { Float($0) / 40_000 }

  @Test func exponentialsAreThoseOfMathematics() {
    let values = Self.steps.map { $0 * 90 - 80 }
    let worst = zip(all(lanes(values).map(Arithmetic.exp)), values).map { abs(Double($0) / exp(Double($1)) - 1) }.max()
    #expect(worst ?? 1 < 3e-7)
    #expect(Arithmetic.exp(Lanes(1_000, -1_000, 0, 1))[2] == 1)
    #expect(Arithmetic.exp(Lanes(1_000, -1_000, 0, 1))[0].isFinite)
  }

  @Test func logarithmsAreThoseOfMathematics() {
    let values = Self.steps.map { max($0, 1e-6) }
    let worst = zip(all(lanes(values).map(Arithmetic.log)), values).map { abs(Double($0) - log(Double($1))) }.max()
    #expect(worst ?? 1 < 2e-6)
  }

  @Test func sinesAreThoseOfMathematics() {
    let values = Self.steps.map { $0 * 400 - 200 }
    for (value, lane) in zip(values, all(lanes(values).map { Arithmetic.sineCosine($0).sine })) {
      #expect(abs(Double(lane) - sin(Double(value))) < 3e-5)
    }
    for (value, lane) in zip(values, all(lanes(values).map { Arithmetic.sineCosine($0).cosine })) {
      #expect(abs(Double(lane) - cos(Double(value))) < 3e-5)
    }
    let worst = (0..<40_000).map { index -> Double in
      let angle = Double(index) / 20
      let (sine, cosine) = Arithmetic.sineCosine(angle)
      return max(abs(sine - sin(angle)), abs(cosine - cos(angle)))
    }.max()
    #expect(worst ?? 1 < 1e-12)
  }

  @Test func tangentsAreThoseOfMathematics() {
    let values = Self.steps.map { $0 * 20 - 10 }
    let worst = zip(all(lanes(values).map(Arithmetic.tanh)), values).map { abs(Double($0) - tanh(Double($1))) }.max()
    #expect(worst ?? 1 < 1e-6)
  }

  /// The bits: whoever changes the arithmetic changes the sound of every voice, and says so in the engine's name.
  @Test func theBitsStayAsTheyAre() {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ lane: Lanes) {
      for index in 0..<4 { hash = (hash ^ UInt64(lane[index].bitPattern)) &* 0x100_0000_01B3 }
    }
    for value in lanes(Self.steps.map { $0 * 30 - 20 }) {
      add(Arithmetic.exp(value))
      add(Arithmetic.tanh(value))
      add(Arithmetic.sineCosine(value).sine)
    }
    #expect(hash == 10_120_254_152_914_248_591)
  }

  @Test func noiseIsNormalAndDependsOnItsPlaceAlone() {
    let noise = Noise([1, 2, 3])
    let numbers = noise.normal(count: 100_000)
    let mean = numbers.reduce(0.0) { $0 + Double($1) } / 100_000
    let variance = numbers.reduce(0.0) { $0 + Double($1) * Double($1) } / 100_000
    #expect(abs(mean) < 0.02)
    #expect(abs(variance - 1) < 0.02)
    #expect(numbers.count { abs($0) > 2 } > 4_000 && numbers.count { abs($0) > 2 } < 5_100)
    #expect(Noise([1, 2, 3]).normal(count: 10) == Array(numbers.prefix(10)))
    #expect(Noise([1, 2, 4]).normal(count: 10) != Array(numbers.prefix(10)))
    #expect(noise.normal(400).0[0] == numbers[800])
  }
}
