import EventLoop
import Playback

// The sample rate of the stream: that of the graph, so that a recording of this rate arrives unchanged.
extension AudioOutput {
  /// The highest rate of a stream. The ring would not last for 0.6 s at a higher one.
  private nonisolated static let highestRate = 48_000
  /// The lowest rate of a stream. Speech would lose its upper half at a lower one.
  private nonisolated static let lowestRate = 22_050

  /// The frames per second of a stream on a graph: as many as the graph's, halved until they are 48,000 at the most; never
  /// fewer than 22,050.
  nonisolated static func streamRate(ofGraph rate: Int) -> Int {
    var rate = max(rate, lowestRate)
    while rate > highestRate { rate = rate.isMultiple(of: 2) ? rate / 2 : highestRate }
    return rate
  }

  /// Takes over the rate of the graph, while there is no stream.
  ///
  /// - Returns: false if a stream has to wait: the owner of the ring is told first that the frames in it have another
  ///   rate.
  func adoptSampleRate(of connection: Connection) -> Bool {
    guard configuration.sampleRate == nil else { return true }
    let rate = connection.defaultQuantum.map { Self.streamRate(ofGraph: $0.rate) } ?? sampleRate
    guard rate != sampleRate else { return !isSampleRateUntold }
    sampleRate = rate
    voice.pointee.sampleRate = Int64(rate)
    heardMemory = HeardMemory()
    isSampleRateUntold = true
    deliver(.formatChanged)
    scheduler.schedule(at: scheduler.now) { [weak self] in
      self?.isSampleRateUntold = false
      self?.update()
    }
    return false
  }
}
