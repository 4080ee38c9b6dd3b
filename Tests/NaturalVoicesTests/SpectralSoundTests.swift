import Glibc
import Testing

@testable import NaturalVoices

/// The sound of spectra.
@Suite struct SpectralSoundTests {
  /// Four signals of random numbers.
  private static func signal(_ count: Int) -> [Lanes] {
    let noise = Noise([7]).normal(count: count * 4)
    return (0..<count).map { Lanes(noise[$0 * 4..<$0 * 4 + 4]) }
  }

  private static func withSpectrum<R>(_ bins: Int, _ body: (Spectrum) -> R) -> R {
    let spectrum = Spectrum(real: .allocate(capacity: bins), imaginary: .allocate(capacity: bins))
    defer {
      spectrum.real.deallocate()
      spectrum.imaginary.deallocate()
    }
    return body(spectrum)
  }

  @Test(arguments: [60, 120, 1200]) func aTransformIsThatOfMathematics(count: Int) {
    let samples = Self.signal(count)
    var transform = FourierTransform(count: count)
    Self.withSpectrum(count / 2 + 1) { spectrum in
      samples.withUnsafeBufferPointer { transform.forward($0, spectrum) }
      for bin in stride(from: 0, through: count / 2, by: max(count / 40, 1)) {
        var (real, imaginary) = (0.0, 0.0)
        for (index, sample) in samples.enumerated() {
          let angle = -2 * Double.pi * Double(bin * index % count) / Double(count)
          real += Double(sample[2]) * cos(angle)
          imaginary += Double(sample[2]) * sin(angle)
        }
        #expect(abs(Double(spectrum.real[bin][2]) - real) < 1e-4 * Double(count).squareRoot())
        #expect(abs(Double(spectrum.imaginary[bin][2]) - imaginary) < 1e-4 * Double(count).squareRoot())
      }
      var back = samples
      back.withUnsafeMutableBufferPointer { transform.inverse(spectrum, $0) }
      for (sample, old) in zip(back, samples) { #expect(abs(sample[1] - old[1]) < 1e-5) }
    }
  }

  /// A voiced sound of one pitch.
  private static func sound(frames count: Int, pitch: Float, sink: (ArraySlice<Float>) -> Bool) {
    let bins = 601
    let quiet = [Float](repeating: -30, count: bins * count)
    // Harmonics below 3 kHz, each of a tenth.
    var harmonics = quiet
    for bin in 0..<150 { for frame in 0..<count { harmonics[bin * count + frame] = -2.3 } }
    let zero = [Float](repeating: 0, count: bins * count)
    let pitches = [Float](repeating: pitch, count: count)
    harmonics.withUnsafeBufferPointer { harmonics in
      zero.withUnsafeBufferPointer { zero in
        quiet.withUnsafeBufferPointer { quiet in
          pitches.withUnsafeBufferPointer { pitches in
            let frames = SpectralSound.Frames([harmonics, zero, quiet, quiet, zero, pitches])
            #expect(frames != nil)
            if let frames { SpectralSound(frames, random: Noise([1])).make(sink) }
          }
        }
      }
    }
  }

  @Test(arguments: [2, 3, 4, 5, 37, 80]) func aSoundHasTheLengthOfItsFrames(frames: Int) {
    var total = 0
    Self.sound(frames: frames, pitch: 0) { samples in
      total += samples.count
      return true
    }
    #expect(total == frames * SpectralSound.hop)
  }

  @Test func aSoundHasItsPitch() {
    var samples: [Float] = []
    Self.sound(frames: 80, pitch: 200) { new in
      samples += new
      return true
    }
    // 200 Hz: equal after 120 samples, and not after 100.
    let middle = samples[6_000..<18_000]
    func likeness(_ lag: Int) -> Float {
      let (product, square) = middle.indices.reduce((Float(0), Float(0))) { sum, index in
        (sum.0 + samples[index] * samples[index + lag], sum.1 + samples[index] * samples[index])
      }
      return product / square
    }
    #expect(likeness(120) > 0.98)
    #expect(likeness(100) < 0.5)
  }

  @Test func aSoundEndsWhenNobodyWantsIt() {
    var calls = 0
    Self.sound(frames: 80, pitch: 200) { _ in
      calls += 1
      return false
    }
    #expect(calls == 1)
  }

  @Test func peaksAreRoundedOffAndNothingWraps() {
    let loudness = Loudness(decibels: 5.4)
    #expect(loudness.sample(0) == 0)
    #expect(abs(Int(loudness.sample(0.1)) - Int(3_276.7 * 1.8621)) <= 1)
    var last = Int16.min
    for step in -2_000...2_000 {
      let sample = loudness.sample(Float(step) / 1_000)
      #expect(sample >= last)
      last = sample
    }
    #expect(loudness.sample(1_000) > 32_000 && loudness.sample(-1_000) < -32_000)
    #expect(loudness.sample(.nan) == 0 && loudness.sample(.infinity) == 0)
  }
}
