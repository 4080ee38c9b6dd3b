/// The place of a new text if another one is being read (option `when-busy`).
public enum WhenBusy: String, CaseIterable, Sendable {
  /// It is read at once as with `now`, but after the earlier said texts that have not been heard.
  case inTurn = "in-turn"
  /// It goes to the end of the queue.
  case queue
  /// It follows the current track.
  case next
  /// It is read at once; the rest of the current track follows it.
  case now
  /// It is dropped, and the call answers with the error `Busy`.
  case drop
}
