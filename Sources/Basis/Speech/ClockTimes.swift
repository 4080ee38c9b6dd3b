/// The times of a text that is spoken on a clock of its own, such as that of a film: each sentence begins at its time,
/// or as soon as the one before it has ended.
///
/// All frames count from the end of the leading delay.
struct ClockTimes: Equatable, Sendable {
  /// The time of each sentence by the clock, as far as it is expected.
  private var clock: [Frame] = []
  /// The frame at which each known sentence begins.
  private(set) var starts: [Frame] = []

  /// The times of sentences from one on.
  mutating func expect(_ times: [Frame], from sentence: Int) {
    clock.removeLast(max(0, clock.count - sentence))
    while clock.count < sentence { clock.append(clock.last ?? 0) }
    clock += times.map { max(0, $0) }
  }

  /// A sentence is known.
  ///
  /// - Parameter end: the end of the one before it with the shortest silence, 0 for the first one.
  mutating func append(after end: Frame) {
    starts.append(max(clock.indices.contains(starts.count) ? clock[starts.count] : 0, end))
  }

  /// The length of a sentence has changed: those after it begin at other times, until one is at its own again.
  ///
  /// - Parameter end: the end of a sentence with the shortest silence after it.
  mutating func update(after sentence: Int, end: (Int, Frame) -> Frame) {
    var last = sentence
    while last + 1 < starts.count {
      let start = max(clock.indices.contains(last + 1) ? clock[last + 1] : 0, end(last, starts[last]))
      guard start != starts[last + 1] else { return }
      starts[last + 1] = start
      last += 1
    }
  }

  /// All lengths may have changed.
  mutating func updateAll(end: (Int, Frame) -> Frame) {
    for sentence in starts.indices.dropLast() {
      starts[sentence + 1] = max(
        clock.indices.contains(sentence + 1) ? clock[sentence + 1] : 0, end(sentence, starts[sentence]))
    }
  }
}
