/// The frames per second of a stream: those of the graph, so that a recording of this rate arrives unchanged.
enum StreamRate {
  /// The highest rate of a stream. The ring would not last for 0.6 s at a higher one.
  private static let highest = 48_000
  /// The lowest rate of a stream. Speech would lose its upper half at a lower one.
  private static let lowest = 22_050

  /// The frames per second of a stream on a graph: as many as the graph's, halved until they are 48,000 at the most;
  /// never fewer than 22,050.
  static func rate(ofGraph rate: Int) -> Int {
    var rate = max(rate, lowest)
    while rate > highest { rate = rate.isMultiple(of: 2) ? rate / 2 : highest }
    return rate
  }
}
