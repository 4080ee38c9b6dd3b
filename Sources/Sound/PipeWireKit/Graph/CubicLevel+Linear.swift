import Glibc
import Vocabulary

extension CubicLevel {
  /// The level of a linear volume, as PipeWire reports it, to four digits: the server keeps it in single precision, and
  /// a level that was set comes back as the same number.
  init(linear: Float) { self.init((cbrt(Double(linear)) * 10_000).rounded() / 10_000) }
}
