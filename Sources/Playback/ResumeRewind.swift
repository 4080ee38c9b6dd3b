/// How far back a document begins when it is opened again, and a text goes on after a long pause: what was heard last is
/// forgotten the sooner the longer it is ago.
///
/// Always at the start of a sentence, since half a sentence means nothing. Players of audiobooks go back by some seconds
/// after minutes and by up to a minute after days; a sentence takes about six.
public enum ResumeRewind {
  private static let minute = Duration.seconds(60)
  private static let hour = minute * 60
  private static let day = hour * 24

  /// How many sentences lie between the one that was being heard and the one to begin with.
  ///
  /// - Parameter absence: since something of the document was heard last. Negative where somebody has set the clock
  ///   back, which says nothing.
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
