public import BusValues
import Vocabulary

/// The description of `org.aloud.Aloud1`, from which dispatch, type checks and introspection data are derived.
public enum AloudInterface {
  /// The members of our interface on the object ``AloudBus/path``.
  public static let description = InterfaceDescription(
    AloudBus.interface,
    methods: speakingMethods + announcementMethods + notificationMethods + transportMethods + movingMethods
      + studyMethods + rateMethods + queueMethods + textMethods + libraryMethods + historyMethods + serviceMethods,
    signals: signals, properties: properties,
    doc: """
      Reads text aloud.

      Everything that is read is a track in one queue, which is also what org.mpris.MediaPlayer2 shows. Times are \
      microseconds of media time: the time of the text read at the speed it was given with; the property Rate plays \
      that faster or slower. Every method but Say ends with a table of options. One that the service does not know, \
      or of a wrong type or value, fails with org.aloud.Aloud1.Error.InvalidOption, which names it, and nothing \
      happens; keys that begin with x- are a client's own and ignored. An integer is taken where a number (d) is \
      wanted, in options and in properties. Errors are org.aloud.Aloud1.Error.{\(errorNames)} and those of \
      org.freedesktop.DBus.Error for calls that are wrong in shape.

      org.freedesktop.DBus.Error.LimitsExceeded says that a client asks for too much: more than 500 calls a second \
      (2,000 at once), 64 texts being opened at a time, 5,000 texts or 512 MiB of text in the queue, which holds 10,000 \
      texts and 1 GiB of all clients. Nothing has happened then. A document's further chapters may go beyond the 5,000; \
      those for which the queue has no room are left out, and Failed says how many.
      """)

  private static let errorNames = APIErrorCode.words

  /// The last argument of every method.
  static func options(_ known: [OptionDescription] = []) -> ArgumentDescription {
    let lines = known.map { "- " + $0.line }
    return ArgumentDescription(
      "options", .vardict, doc: known.isEmpty ? "No options are known yet." : lines.joined(separator: "\n"))
  }

  /// The last argument of every signal.
  static let details = ArgumentDescription(
    "details", .vardict, doc: "For later additions; ignore keys that you do not know.")

  static let trackArgument = ArgumentDescription("track", .objectPath, doc: "The track's id.")
}
