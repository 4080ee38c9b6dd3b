/// The sound of a model that tells a spectrum for each 12.5 ms instead of samples:
///
///     S = e^lh · e^(iπ·tanh θ) · spectrum of the pulses  +  e^ln · noise  +  e^lr · e^(iφ)
///
/// and one inverse transform of overlapping windows of 50 ms (the design of hibari, Apache-2.0, whose arithmetic in
/// Python this follows).
struct SpectralSound {
  /// The samples a second.
  static let sampleRate = 24_000
  /// The samples from one frame to the next.
  static let hop = 300
  private static let window = 1200
  private static let bins = window / 2 + 1
  /// The windows that overlap.
  private static let overlap = window / hop

  /// What a model tells of a text: each is `bins` rows of one number a frame; the pitch is one row.
  struct Frames {
    var harmonics: UnsafeBufferPointer<Float>
    var harmonicPhase: UnsafeBufferPointer<Float>
    var noise: UnsafeBufferPointer<Float>
    var rest: UnsafeBufferPointer<Float>
    var restPhase: UnsafeBufferPointer<Float>
    var pitch: UnsafeBufferPointer<Float>

    /// - Parameter outputs: in that order. `nil` if their sizes do not agree.
    init?(_ outputs: [UnsafeBufferPointer<Float>]) {
      guard outputs.count >= 6, outputs.prefix(5).allSatisfy({ $0.count == outputs[5].count * SpectralSound.bins })
      else { return nil }
      (harmonics, harmonicPhase, noise) = (outputs[0], outputs[1], outputs[2])
      (rest, restPhase, pitch) = (outputs[3], outputs[4], outputs[5])
    }
  }

  private let frames: Frames
  private let random: Noise
  private let hann: [Float]

  /// - Parameter random: the noise of the text.
  init(_ frames: Frames, random: Noise) {
    (self.frames, self.random) = (frames, random)
    hann = (0..<Self.window).map { index in
      Float(0.5 - 0.5 * Arithmetic.sineCosine(2 * Double.pi * Double(index) / Double(Self.window)).cosine)
    }
  }

  /// Makes the samples, 1 at full scale, in the order of time.
  ///
  /// - Parameter sink: receives some samples; returns false to end the sound.
  func make(_ sink: (ArraySlice<Float>) -> Bool) {
    let count = frames.pitch.count
    guard count > 1 else { return }
    let (window, hop, bins) = (Self.window, Self.hop, Self.bins)
    let pulses = PulseTrain.samples(pitch: frames.pitch, hop: hop, sampleRate: Self.sampleRate)
    var transform = FourierTransform(count: window)
    let samples = UnsafeMutableBufferPointer<Lanes>.allocate(capacity: window)
    let spectrum = Spectrum(real: .allocate(capacity: bins), imaginary: .allocate(capacity: bins))
    defer {
      samples.deallocate()
      spectrum.real.deallocate()
      spectrum.imaginary.deallocate()
    }
    // The sum of the windows, from half a window before the first sample on.
    var sum = [Float](repeating: 0, count: (count + Self.overlap - 1) * hop)
    var weights = [Float](repeating: 0, count: sum.count)
    var told = window / 2
    for first in stride(from: 0, to: count, by: 4) {
      for index in 0..<window {
        samples[index] = pulse(pulses, first, index) * (hann[index] / Float(window / 4))
      }
      transform.forward(UnsafeBufferPointer(samples), spectrum)
      shape(spectrum, first)
      transform.inverse(spectrum, samples)
      for lane in 0..<min(4, count - first) {
        let start = (first + lane) * hop
        for index in 0..<window {
          sum[start + index] += samples[index][lane] * hann[index]
          weights[start + index] += hann[index] * hann[index]
        }
      }
      // What no later window touches, without the half window around the whole.
      let isLast = first + 4 >= count
      let end = min(isLast ? count * hop + window / 2 : (first + 4) * hop, count * hop + window / 2, sum.count)
      guard end > told else { continue }
      for index in told..<end { sum[index] /= max(weights[index], 1e-11) }
      guard sink(sum[told..<end]) else { return }
      told = end
    }
  }

  /// A sample of the windows of four frames. The pulses are mirrored at their ends.
  @inline(__always)
  private func pulse(_ pulses: [Float], _ frame: Int, _ index: Int) -> Lanes {
    let start = frame * Self.hop + index - Self.window / 2
    var lanes = Lanes.zero
    for lane in 0..<4 {
      let place = start + lane * Self.hop
      let inside = place < 0 ? -place : place < pulses.count ? place : 2 * pulses.count - 2 - place
      lanes[lane] = pulses.indices.contains(inside) ? pulses[inside] : 0
    }
    return lanes
  }

  /// Makes the spectrum of the pulses that of the voice.
  private func shape(_ spectrum: Spectrum, _ first: Int) {
    let count = frames.pitch.count
    @inline(__always)
    func values(_ row: UnsafeBufferPointer<Float>, _ bin: Int) -> Lanes {
      let start = bin * count + first
      if first + 4 <= count { return Lanes(row[start], row[start + 1], row[start + 2], row[start + 3]) }
      var lanes = Lanes.zero
      for lane in 0..<(count - first) { lanes[lane] = row[start + lane] }
      return lanes
    }
    /// A logarithm of a loudness. The model is bounded by 7, too.
    @inline(__always)
    func loudness(_ row: UnsafeBufferPointer<Float>, _ bin: Int) -> Lanes {
      Arithmetic.exp(pointwiseMin(values(row, bin), Lanes(repeating: 7)))
    }
    for bin in 0..<Self.bins {
      let harmonics = loudness(frames.harmonics, bin)
      let turn = Arithmetic.sineCosine(Arithmetic.tanh(values(frames.harmonicPhase, bin)) * Float.pi)
      let (real, imaginary) = (spectrum.real[bin], spectrum.imaginary[bin])
      let noise = loudness(frames.noise, bin)
      let normal = random.normal(bin * (count + 3) + first)
      let rest = loudness(frames.rest, bin)
      let phase = Arithmetic.sineCosine(values(frames.restPhase, bin))
      spectrum.real[bin] =
        harmonics * (real * turn.cosine - imaginary * turn.sine) + noise * normal.0 + rest * phase.cosine
      spectrum.imaginary[bin] =
        harmonics * (real * turn.sine + imaginary * turn.cosine) + noise * normal.1 + rest * phase.sine
    }
  }
}
