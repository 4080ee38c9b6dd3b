import OnnxRuntime

/// A model that makes sound of phonemes.
///
/// The durations of the symbols come first, and the sound has exactly that length.
protocol AcousticModel {
  /// The most symbols of one run: beyond, voices mumble or take too much memory.
  var mostSymbols: Int { get }
  /// The samples of one unit of duration.
  var hop: Int { get }
  /// The samples by which a sound begins before its symbol, as measured against a forced alignment.
  var advance: Int { get }
  /// The time from the beginning of the sound that is kept to the first phoneme, and from the end of the last phoneme
  /// to the end of what is kept, in milliseconds: 40 ms and 120 ms of silence stay for the ear.
  var lead: Int { get }
  var trail: Int { get }

  /// The symbols for some clauses of a text; none if nothing sounds.
  func symbols(_ clauses: ArraySlice<SpokenPhonemes.Clause>, of text: SpokenPhonemes) -> Symbols
  /// The duration of each symbol, in units of ``hop``.
  func durations(_ symbols: Symbols, speed: Float) throws(OnnxFault) -> [Int]
  /// Speaks some symbols.
  ///
  /// - Parameters:
  ///   - begin: called with their durations, before the first sample.
  ///   - sink: receives the samples, 1 at full scale; returns false to end the sound.
  func speak(
    _ symbols: Symbols, speed: Float, begin: ([Int]) -> Void, sink: (ArraySlice<Float>) -> Bool
  ) throws(OnnxFault)
}

extension AcousticModel {
  /// Durations as a model tells them. Each is a whole number from 0 up; a model that tells another one is broken.
  static func durations(_ numbers: UnsafeBufferPointer<Float>, of symbols: Symbols) throws(OnnxFault) -> [Int] {
    // Half a minute for one symbol, in the shortest units that are known.
    guard numbers.count == symbols.numbers.count, numbers.allSatisfy({ 0...3_000 ~= $0 }) else {
      throw .notAModel("it tells no durations")
    }
    let durations = numbers.map { Int($0) }
    // Some minutes: a model that babbles would take all memory.
    guard durations.reduce(0, +) <= 36_000 else { throw .notAModel("it speaks without an end") }
    return durations
  }
}
