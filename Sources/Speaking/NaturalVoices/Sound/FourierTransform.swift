/// Discrete Fourier transforms of a fixed number of real samples, of four signals at once.
///
/// A fixed order of operations, by the method of Stockham with steps of 2, 3, 4 and 5: the bits depend on nothing but
/// the samples. Libraries for it choose their order by the processor.
struct FourierTransform {
  /// Real samples; twice the number of complex ones.
  let count: Int
  private let half: Int
  private let factors: [Int]
  /// e^(−2πi·k/half)
  private let turns: [SIMD2<Float>]
  /// e^(−2πi·k/count)
  private let halfTurns: [SIMD2<Float>]
  private var real: [Lanes]
  private var imaginary: [Lanes]
  private var otherReal: [Lanes]
  private var otherImaginary: [Lanes]

  /// - Parameter count: an even number, whose half is a product of 2, 3, 4 and 5.
  init(count: Int) {
    self.count = count
    half = count / 2
    var (factors, rest): ([Int], Int) = ([], half)
    for factor in [4, 2, 3, 5] { while rest % factor == 0 { (factors, rest) = (factors + [factor], rest / factor) } }
    precondition(rest == 1 && count % 2 == 0, "\(count) has other factors than 2, 3 and 5")
    self.factors = factors
    turns = Self.turns(half)
    halfTurns = Self.turns(count)
    real = Array(repeating: .zero, count: half)
    (imaginary, otherReal, otherImaginary) = (real, real, real)
  }

  private static func turns(_ count: Int) -> [SIMD2<Float>] {
    (0..<count).map { index in
      let (sine, cosine) = Arithmetic.sineCosine(2 * Double.pi * Double(index) / Double(count))
      return SIMD2(Float(cosine), Float(-sine))
    }
  }

  /// The spectrum of real samples: `count / 2 + 1` values, the frequencies from 0 up.
  mutating func forward(_ samples: UnsafeBufferPointer<Lanes>, _ spectrum: Spectrum) {
    for index in 0..<half { (real[index], imaginary[index]) = (samples[2 * index], samples[2 * index + 1]) }
    transform()
    for index in 0...half {
      let (k, mirror) = (index % half, (half - index) % half)
      let (a, b) = (real[k], imaginary[k])
      let (c, d) = (real[mirror], -imaginary[mirror])
      let (oddReal, oddImaginary) = (b - d, c - a)
      let turn = index == half ? SIMD2<Float>(-1, 0) : halfTurns[index]
      spectrum.real[index] = (a + c + oddReal * turn.x - oddImaginary * turn.y) * 0.5
      spectrum.imaginary[index] = (b + d + oddReal * turn.y + oddImaginary * turn.x) * 0.5
    }
  }

  /// The real samples of a spectrum; what is imaginary in its first and its last value counts for nothing.
  mutating func inverse(_ spectrum: Spectrum, _ samples: UnsafeMutableBufferPointer<Lanes>) {
    for index in 0..<half {
      let mirror = half - index
      let isEdge = index == 0
      let (a, b) = (spectrum.real[index], isEdge ? .zero : spectrum.imaginary[index])
      let (c, d) = (spectrum.real[mirror], isEdge ? .zero : -spectrum.imaginary[mirror])
      let (oddReal, oddImaginary) = (a - c, b - d)
      let turn = halfTurns[index]
      // i·e^(+2πik/count), and the conjugate of everything: the inverse is the transform of the conjugate.
      real[index] = a + c - (oddImaginary * turn.x - oddReal * turn.y)
      imaginary[index] = -(b + d + (oddReal * turn.x + oddImaginary * turn.y))
    }
    transform()
    let scale = 1 / Float(count)
    for index in 0..<half {
      samples[2 * index] = real[index] * scale
      samples[2 * index + 1] = -imaginary[index] * scale
    }
  }

  /// Transforms the complex values in place.
  private mutating func transform() {
    let turns = self.turns
    var (length, stride) = (half, 1)
    for factor in factors {
      let part = length / factor
      real.withUnsafeBufferPointer { real in
        imaginary.withUnsafeBufferPointer { imaginary in
          otherReal.withUnsafeMutableBufferPointer { newReal in
            otherImaginary.withUnsafeMutableBufferPointer { newImaginary in
              Self.step(
                factor, part, stride, turns, Values(real: real, imaginary: imaginary),
                Spectrum(real: newReal, imaginary: newImaginary))
            }
          }
        }
      }
      swap(&real, &otherReal)
      swap(&imaginary, &otherImaginary)
      (length, stride) = (part, stride * factor)
    }
  }

  private struct Values {
    var real: UnsafeBufferPointer<Lanes>
    var imaginary: UnsafeBufferPointer<Lanes>
  }

  /// A step of the transform: from each `factor` values to as many.
  private static func step(
    _ factor: Int, _ part: Int, _ stride: Int, _ turns: [SIMD2<Float>], _ from: Values, _ to: Spectrum
  ) {
    let half = turns.count
    for p in 0..<part {
      for q in 0..<stride {
        let first = q + stride * p
        let step = stride * part
        @inline(__always)
        func value(_ index: Int) -> Complex {
          Complex(from.real[first + step * index], from.imaginary[first + step * index])
        }
        @inline(__always)
        func put(_ index: Int, _ value: Complex) {
          let place = q + stride * (factor * p + index)
          let turned = index == 0 ? value : value * turns[(p * index * stride) % half]
          (to.real[place], to.imaginary[place]) = (turned.real, turned.imaginary)
        }
        switch factor {
        case 2:
          let (a, b) = (value(0), value(1))
          put(0, a + b)
          put(1, a - b)
        case 3:
          let (a, sum, difference) = (value(0), value(1) + value(2), value(1) - value(2))
          let middle = a - sum * 0.5
          let side = difference.timesMinusI * 0.866_025_4
          put(0, a + sum)
          put(1, middle + side)
          put(2, middle - side)
        case 4:
          let (a, b) = (value(0) + value(2), value(0) - value(2))
          let (c, d) = (value(1) + value(3), (value(1) - value(3)).timesMinusI)
          put(0, a + c)
          put(1, b + d)
          put(2, a - c)
          put(3, b - d)
        default:
          let (a, b, c) = (value(0), value(1) + value(4), value(2) + value(3))
          let (d, e) = ((value(1) - value(4)).timesMinusI, (value(2) - value(3)).timesMinusI)
          let (first, second) = (a + b * 0.309_016_99 - c * 0.809_017, a - b * 0.809_017 + c * 0.309_016_99)
          let (third, fourth) = (d * 0.951_056_5 + e * 0.587_785_24, d * 0.587_785_24 - e * 0.951_056_5)
          put(0, a + b + c)
          put(1, first + third)
          put(2, second + fourth)
          put(3, second - fourth)
          put(4, first - third)
        }
      }
    }
  }
}

/// The complex values of four spectra, which somebody else owns.
struct Spectrum {
  var real: UnsafeMutableBufferPointer<Lanes>
  var imaginary: UnsafeMutableBufferPointer<Lanes>
}

private struct Complex {
  var real: Lanes
  var imaginary: Lanes

  @inline(__always) init(_ real: Lanes, _ imaginary: Lanes) { (self.real, self.imaginary) = (real, imaginary) }

  @inline(__always) static func + (a: Complex, b: Complex) -> Complex {
    Complex(a.real + b.real, a.imaginary + b.imaginary)
  }
  @inline(__always) static func - (a: Complex, b: Complex) -> Complex {
    Complex(a.real - b.real, a.imaginary - b.imaginary)
  }
  @inline(__always) static func * (a: Complex, b: Float) -> Complex { Complex(a.real * b, a.imaginary * b) }
  @inline(__always) static func * (a: Complex, b: SIMD2<Float>) -> Complex {
    Complex(a.real * b.x - a.imaginary * b.y, a.real * b.y + a.imaginary * b.x)
  }
  @inline(__always) var timesMinusI: Complex { Complex(imaginary, -real) }
}
