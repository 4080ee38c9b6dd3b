internal import BusValues
import Vocabulary

extension AloudInterface {
  static let speakingMethods = [
    MethodDescription(
      "Say",
      in: [ArgumentDescription("text", .string, doc: "As of Speak.")],
      out: [ArgumentDescription("track", .objectPath, doc: "The id of the new track.")],
      doc: """
        Speak without a table of options, for a shell or a script: the configuration decides everything. Errors: those \
        of Speak.
        """),
    MethodDescription(
      "Speak",
      in: [
        ArgumentDescription(
          "text", .string,
          doc: """
            Plain text, at most 16 MiB of UTF-8; a U+FEFF in it is a character like any other. What is meant for \
            a terminal (colours, overstruck letters, lines that are written over) is taken out, and events count places \
            in what is left: a caller that counts in its own text takes it out before.
            """),
        options(SpeakOptions.descriptions),
      ],
      out: [ArgumentDescription("track", .objectPath, doc: "The id of the new track.")],
      doc: "Reads a text. Errors: Empty, TooLarge, NoVoice, Engine, Busy, InvalidOption."),
    MethodDescription(
      "SpeakFd",
      in: [
        ArgumentDescription(
          "file", .descriptor,
          doc: """
            A regular file, or a pipe that is read to its end: text in any encoding, or a document (option format). A \
            byte order mark belongs to the encoding: offsets count from the text after it, in UTF-8, whatever the \
            encoding of the file is.
            """),
        options(SpeakOptions.descriptions),
      ],
      out: [ArgumentDescription("track", .objectPath, doc: "The id of the new track.")],
      doc: """
        Reads a text of at most 512 MiB from a file descriptor, while it is still being read in. Errors: NotReadable, \
        NotAnswering, NotText, WrongEncoding, Empty, TooLarge, Unsupported, Locked, Damaged, NoVoice, Engine, Busy, \
        InvalidOption; errors that are found after the reply are sent as the signal Failed.
        """),
    MethodDescription(
      "SpeakParts",
      in: [
        ArgumentDescription(
          "parts", SpeechPart.listSignature,
          doc: """
            The kind of each part and the part itself, in the order in which they are heard: text (s), plain text, or \
            clip (h), an audio file or the sound of a video file. At most \(AloudBus.maximumParts) parts and 16 \
            descriptors; parts may name the same one. Texts have 16 MiB together, clips five minutes.
            """),
        options(SpeakOptions.descriptionsOfParts),
      ],
      out: [ArgumentDescription("track", .objectPath, doc: "The id of the new track.")],
      doc: """
        Reads texts and plays clips as one utterance. Each part begins with the sample after the last one of the part \
        before, and clips are as loud as speech. The text of the track has the name of each clip in brackets, and a \
        blank line between two parts; the signal Part tells the place of each. If a clip cannot be heard, nothing is. \
        Errors: those of SpeakFd.
        """),
    MethodDescription(
      "Open",
      in: [
        ArgumentDescription("uris", .strings, doc: "file: URIs of documents, in this order."),
        options(SpeakOptions.descriptions),
      ],
      out: [
        ArgumentDescription(
          "tracks", .objectPaths,
          doc: """
            One new track for each URI; for a document in chapters, the one that is read first. A playlist has one for \
            each of its files.
            """)
      ],
      doc: """
        Opens documents. Either every URI becomes a track or none does, and the queue stays as it was. Errors: \
        NoSuchFile, NotReadable, NotAnswering, NotText, WrongEncoding, Empty, TooLarge, Unsupported, Locked, Damaged, \
        NoVoice, Engine, Busy, InvalidOption. Each chapter becomes a track after the previous chapter, as it is read in. \
        Files of a playlist that cannot be read are left out; the desktop tells the listener.
        """),
    MethodDescription(
      "OpenPlaylist",
      in: [
        ArgumentDescription(
          "file", .descriptor,
          doc: """
            A regular file with a name: M3U, PLS or XSPF. Paths in it are relative to its folder, as the service sees \
            it.
            """),
        options(SpeakOptions.descriptions),
      ],
      out: [
        ArgumentDescription("tracks", .objectPaths, doc: "The first track of each file, in the order of the list."),
        ArgumentDescription(
          "refused", "a(sss)",
          doc: "Files that cannot be read: the name, the name of the error, and the message of each."),
      ],
      doc: """
        Opens the files that a playlist names, as if each had been opened by itself, and answers when all of them are \
        in the queue; the first one begins at once. Addresses and playlists in the list are refused. A list of \
        addresses only is Unsupported. Speak, SpeakFd, Open and the methods of MPRIS open the files of a playlist, too, \
        and answer with the first track. Errors: those of SpeakFd.
        """),
  ]

  static let transportMethods = [
    MethodDescription(
      "Play", in: [options()],
      doc: """
        Starts, or resumes where the pause began. No effect while playing. Errors: NoTrack when nothing is queued.
        """),
    MethodDescription(
      "Pause", in: [options([AloudCall.pauseAtOption])],
      doc: "Pauses. No effect while paused. Pausing inside a delay or a gap pauses that delay."),
    MethodDescription(
      "Toggle", in: [options()],
      doc: "Pause when playing, otherwise Play. Errors: NoTrack when nothing is queued."),
    MethodDescription(
      "Stop", in: [options()], doc: "Stops; Play begins the current track again. The queue stays."),
    MethodDescription(
      "Hush", in: [options()], doc: "Silences everything at once, ends all announcements, and empties the queue."),
    MethodDescription(
      "Seek",
      in: [ArgumentDescription("offset", .int64, doc: "Microseconds, negative for back."), options()],
      out: [position],
      doc: """
        Moves within the track, and from one chapter of a document into another, as if it were one text. A place \
        before the start of the first chapter, or of a chapter after one that is not measured yet, means that start. A \
        place past the end of the last chapter, or of a track that is not a chapter, means the next track. Errors: \
        NoTrack.
        """),
    MethodDescription(
      "SetPosition",
      in: [
        ArgumentDescription("position", .int64, doc: "Microseconds from the start of the track."),
        options([AloudCall.positionTrackOption, AloudCall.positionScopeOption]),
      ],
      out: [position],
      doc: """
        Goes to a place in the current track; before its start means 0. A place beyond the end is refused once the \
        length is exact; while the text is still being read in, the call waits for it. A place in a document is \
        answered when all of the document has been read in. Errors: NoTrack, Stale, OutOfRange.
        """),
    MethodDescription(
      "SetPositionFraction",
      in: [
        ArgumentDescription("fraction", .double, doc: "0 for the start of the track, 1 for its end."),
        options([AloudCall.positionScopeOption]),
      ],
      out: [position],
      doc: "Goes to a fraction of the current track, or of its document. Errors: NoTrack, OutOfRange, InvalidOption."),
    MethodDescription(
      "GoTo", in: [trackArgument, options()],
      doc: """
        Makes a track of the queue the current one, from its beginning. Playing or paused, the state stays. Errors: \
        NoTrack.
        """),
  ]

  static let rateMethods = [
    MethodDescription(
      "SetRateOfAll", in: [ArgumentDescription("rate", .double, doc: "0.25 to 6."), options()],
      doc: """
        Sets the rate of everything: of said texts and of every document, also those of the library. No document keeps \
        a rate of its own. Errors: InvalidOption.
        """),
    MethodDescription(
      "ForgetRate", in: [options()],
      doc: "Removes the own rate of the current document; GlobalRate is its rate then. Errors: NoTrack."),
  ]

  static let queueMethods = [
    MethodDescription(
      "ListTracks", in: [options()],
      out: [
        ArgumentDescription(
          "tracks", "aa{sv}",
          doc: """
            In the order of playing: id (o), title (s), artist (as), album (s), url (s), language (s), document (o, the \
            first track of the document that it is a chapter of), track-number (u, its place among the chapters), \
            contents-number (s, its place in the contents, such as 2.3), length (x, microseconds), length-exact (b), \
            position (x), state (s: queued, finished, or for the current track the property State), current (b). \
            Unknown values are left out.
            """)
      ],
      doc: "The queue."),
    MethodDescription(
      "GetWait", in: [trackArgument, options()],
      out: [
        ArgumentDescription(
          "wait", .vardict,
          doc: """
            number and count (u: its place in the queue from 1 on, and how many tracks that has), ahead (u: how many \
            are heard before it; 0 for the current one and those before it), time (x, microseconds of the clock at the \
            rates that hold now; left out if it is unknown), exact (b), obstacle (s: the title of a text before it \
            that is paused, stopped or repeated, so that it waits for the listener; left out if there is none).
            """)
      ],
      doc: "Estimates the time until a track is heard, if nothing intervenes. Errors: NoTrack."),
    MethodDescription(
      "Remove",
      in: [ArgumentDescription("tracks", .objectPaths, doc: "Ids; all must be in the queue."), options()],
      doc: """
        Removes tracks from the queue. If the current one is removed, the next one becomes current. Errors: NoTrack.
        """),
    MethodDescription(
      "Move",
      in: [
        trackArgument,
        ArgumentDescription("index", .uint32, doc: "The new place, from 0; beyond the end means the end."), options(),
      ],
      doc: "Moves a track to another place in the queue. Errors: NoTrack."),
    MethodDescription(
      "EndSeries",
      in: [
        ArgumentDescription("track", .objectPath, doc: "A track that was brought with more-follows."),
        options([AloudCall.seriesErrorOption]),
      ],
      doc: """
        Says that no text follows a track, although more-follows said so: the reading ends with it. With error, a text \
        was to come and does not: the reading stops there, and the listener is told. Errors: NoTrack.
        """),
    MethodDescription("Clear", in: [options()], doc: "Removes every track from the queue and ends the reading."),
  ]

  static let serviceMethods = [
    MethodDescription(
      "ListVoices",
      in: [
        ArgumentDescription("language", .string, doc: "A BCP 47 tag, or empty for every voice."), options(),
      ],
      out: [
        ArgumentDescription(
          "voices", "aa{sv}",
          doc: """
            The best first: identifier (s), name (s), language (s), languages (as), gender (s: female, male or empty), \
            engine (s). A voice that has no other pitch than its own also: one-pitch (b: true). Natural voices also: \
            natural (b: true), quality and licence (s, in the words of the maker; empty if unknown), size (t, bytes; 0 \
            if unknown), highest-rate (d: the rate up to which this machine makes their sound in time), rate-measured \
            (b: false if that is only an estimate of the engine).
            """)
      ],
      doc: "The voices that are installed. Errors: Engine."),
    MethodDescription(
      "GetVoice",
      in: [
        options([
          SpeakOptions.voiceOption, SpeakOptions.engineOption, SpeakOptions.languageOption, SpeakOptions.allInOption,
          AloudCall.announcedOption,
        ])
      ],
      out: [ArgumentDescription("voice", "a{sv}", doc: "As of ListVoices.")],
      doc: "The voice that a text with these options would have now. Errors: Engine, NoVoice, InvalidOption."),
    MethodDescription(
      "Subscribe",
      in: [
        ArgumentDescription(
          "events", .strings,
          doc: "Of: \(EventKind.words); empty for every one."),
        options([AloudCall.subscribeTextOption]),
      ],
      doc: """
        Subscribes to signals, which are sent to the caller alone, at the moment of the event. A new call replaces the \
        last one. The subscription ends with the caller's connection. The service ends when nothing has been read for \
        a while, also with subscribers, and restarts when another version is installed; the next service keeps the \
        subscribers whose connections still exist. A program in a sandbox does not get texts (NotAllowed); with the \
        setting private-titles no program gets them while the screen is locked. Errors: InvalidOption, NotAllowed.
        """),
    MethodDescription("Unsubscribe", in: [options()], doc: "Ends the caller's subscription."),
    MethodDescription(
      "Diagnose", in: [options()],
      out: [
        ArgumentDescription(
          "steps", "a(sbss)",
          doc: """
            For each step: its name, true if it is well, the result, and the cure if it is not well.
            """)
      ],
      doc: "Checks what the service depends on, step by step."),
    MethodDescription(
      "AppearAsPlayer", in: [options()],
      doc: """
        Owns org.mpris.MediaPlayer2.aloud for a second, also with nothing to play, and answers when it does, so that a \
        call to that name that waits on the bus is delivered. The program that the bus starts for such a call uses \
        this.
        """),
    MethodDescription("Quit", in: [options()], doc: "Ends the service; it starts again when it is called."),
  ]

  static let position = ArgumentDescription(
    "position", .int64, doc: "The place of the reading now, in microseconds from the start of the track.")
}
