/// The rewind of a document that is opened again, and of a text after a long pause. The longer the absence, the more
/// the listener has forgotten.
///
/// The result is always the start of a sentence, since half a sentence is meaningless. Players of audiobooks go back by
/// some seconds after minutes and by up to a minute after days; a sentence takes about six seconds.
public enum ResumeRewind {
  private static let minute = Duration.seconds(60)
  private static let hour = minute * 60
  private static let day = hour * 24

  /// The number of sentences between the one that was being heard and the one to begin with.
  ///
  /// - Parameter absence: the time since any of the document was last heard. It is negative if the clock was set back,
  ///   and then means nothing.
  public static func sentences(after absence: Duration) -> Int {
    switch absence {
    case ..<(minute * 5): 0
    case ..<hour: 1
    case ..<day: 2
    case ..<(day * 7): 3
    default: 5
    }
  }
}
