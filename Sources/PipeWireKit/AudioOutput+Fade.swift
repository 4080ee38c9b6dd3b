import Realtime

extension AudioOutput {
  /// Lets the sound grow fainter or louder, evenly to the ear, apart from the stream's volume.
  ///
  /// It takes effect within a cycle, goes on from where an earlier fade has come to, stands still in silence, and outlives
  /// streams and connections.
  ///
  /// - Parameters:
  ///   - level: 0 (nothing is heard) to 1 (the sound as it is).
  ///   - duration: how much sound the change takes; at most a day.
  public func fade(to level: Double, over duration: Duration) {
    let seconds = min(max(.zero, duration), .seconds(86_400)) / .seconds(1)
    shared.pointer.pointee.fade = FadeOrder(
      to: Float(min(max(0, level), 1)), frames: UInt32(clamping: Int64(seconds * Double(configuration.sampleRate))))
  }
}
