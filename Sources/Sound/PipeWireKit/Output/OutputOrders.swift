import Realtime

/// The orders of an output, and all that prevents a stream from running in spite of them. A value, without a stream.
struct OutputOrders {
  /// The newest order.
  private(set) var current = Order(serial: 0, sound: false)
  /// True if the stream runs while silence is ordered.
  private(set) var isOnStandby = false
  /// True if the graph was told to leave out the stream, and the player is about to order the silence.
  private(set) var isGraphTold = false
  /// No sink is left: nothing sounds until sound is ordered again.
  private var isSuppressed = false
  /// The last order of silence that was reported as obeyed.
  private var reportedSilence: UInt32 = 0

  /// True if a stream should run.
  var wantsRun: Bool { (current.sound || isOnStandby) && !isSuppressed && !isGraphTold }
  /// True if a stream need not run any longer: its silence has been heard.
  var mayRest: Bool { !current.sound && !isOnStandby && reportedSilence == current.serial }
  /// True if silence is ordered and has not been reported.
  var owesSilence: Bool { !current.sound && reportedSilence != current.serial }

  /// Makes the next order, and returns it.
  mutating func order(sound: Bool) -> Order {
    current = current.next(sound: sound)
    return current
  }

  /// Keeps a stream running in silence, or not. Returns false if nothing changes.
  mutating func setStandby(_ isOn: Bool) -> Bool {
    defer { isOnStandby = isOn }
    return isOn != isOnStandby
  }

  /// The last sink has gone.
  mutating func suppress() { isSuppressed = true }

  /// Sound was ordered while there is a sink, or the output was closed.
  mutating func endSuppression() { isSuppressed = false }

  /// The graph knows of a silence before the player does.
  mutating func tellGraph() { isGraphTold = true }

  /// The player has heard of it, or the stream has gone.
  mutating func endGraphTold() { isGraphTold = false }

  /// Silence is about to be reported for an order. Returns false if it has been.
  mutating func reportSilence(_ serial: UInt32) -> Bool {
    defer { reportedSilence = serial }
    return reportedSilence != serial
  }
}
