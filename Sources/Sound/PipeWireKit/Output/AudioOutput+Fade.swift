import Realtime
public import Vocabulary

extension AudioOutput {
  /// Fades the sound in or out, evenly to the ear and independently of the stream's volume.
  ///
  /// A fade takes effect within a cycle and starts at the level that an earlier fade has reached. It pauses in silence,
  /// and survives the end of streams and connections.
  ///
  /// - Parameters:
  ///   - level: 0 (silent) to 1 (unchanged).
  ///   - duration: the duration of the fade in sound; at most a day.
  public func fade(to level: CubicLevel, over duration: Duration) {
    let seconds = min(max(.zero, duration), .seconds(86_400)) / .seconds(1)
    shared.pointer.pointee.fade = FadeOrder(
      toCubic: Float(min(max(0, level.value), 1)), frames: UInt32(clamping: Int64(seconds * Double(sampleRate))))
  }
}
