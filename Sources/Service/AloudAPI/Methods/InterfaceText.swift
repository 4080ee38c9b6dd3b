internal import BusValues
import Vocabulary

extension AloudInterface {
  static let textMethods = [
    MethodDescription(
      "ListSentences",
      in: [
        textTrack,
        ArgumentDescription("first", .uint32, doc: "The first sentence that is wanted, counted from 0."),
        ArgumentDescription(
          "count", .uint32,
          doc: """
            The number of sentences. At most \(AloudBus.maximumSentences) are returned, with at most \
            \(AloudBus.maximumSentencesBytes >> 10) KiB of text; call again for the sentences after the last one.
            """),
        options([AloudCall.fromCurrentOption]),
      ],
      out: [
        ArgumentDescription(
          "sentences", "a(u(uu)(uu)(uu)ssba{sv})",
          doc: """
            Of each: its index; start and length of its place in the track's text, in Unicode scalars, bytes of UTF-8 \
            and UTF-16 units; the text itself with its line ends; the kind of block it belongs to \
            (\(BlockClass.allCases.map(\.word).joined(separator: ", "))); true if it is the last one of the block; and \
            a table: ordinal (u): the number of the list's item that begins with it, which is not spoken; cells \
            (a(u(uu)(uu)(uu))): the cells of a table's row that are not empty, each with its column, counted from 0, \
            and its place in the track's text; voice (s): the voice that reads it, if that is another one than the \
            voice of the details; parts (a((uu)(uu)(uu)s)): the parts that other voices read, each with its place in \
            the track's text and its voice. Text between two sentences is white space, or is not spoken. A recording \
            has the sentences of the text beside it, once that has been read, or none.
            """),
        ArgumentDescription(
          "details", .vardict,
          doc: """
            known (u): how many sentences of the track have been read in by now; complete (b): true if these are all; \
            current (u): the sentence that is heard now, or at which the reading is paused, if this is the current \
            track; estimated (b): true if that is only an estimate, since the text beside a recording tells no times; \
            word ((uu)(uu)(uu)): the word of it that is heard now, if it is known; voice (s): the voice that \
            reads the sentences without one of their own; looked (u): the sentence of LookAt, in a text without times.
            """),
      ],
      doc: """
        The text of a track, sentence by sentence. Errors: NoTrack; NotAllowed to a program in a sandbox, and with \
        private-titles while the screen is locked.
        """),
    MethodDescription(
      "GetWaveform", in: [textTrack, options()],
      out: [
        ArgumentDescription(
          "peaks", "ay",
          doc: "The loudest sample of each part of the sound, 255 for full scale; some 4000 parts at most."),
        ArgumentDescription(
          "details", .vardict,
          doc: """
            step (d): the media time of a part in microseconds; start and covered (x): the media time at which the \
            first part begins, and up to which the picture is made; complete (b): true if nothing will be added; \
            chapters and bookmarks (ax): the media times of the chapters in the file and of the bookmarks, left out if \
            there are none; a and b (x): the media times of the marks of a part that is repeated, as far as they are \
            set; length (x). All times are those of the recording, also while it is studied.
            """),
      ],
      doc: """
        The picture of a recording, as far as it is made. It is made beside the playing, when no other program needs \
        the processor, until five seconds after the last call for it: call again each second until it is complete, \
        and not while nobody looks. It is kept for the next time. Errors: NoTrack; Unsupported for a text; NotAllowed \
        to a program in a sandbox, and with private-titles while the screen is locked.
        """),
    MethodDescription(
      "SetPages",
      in: [
        textTrack,
        ArgumentDescription(
          "pages", "a(uu)",
          doc: """
            Start and length of the text of each page, in the order of the text and without overlap; text between two \
            pages belongs to the first. At most \(AloudBus.maximumPages). An empty list ends page turns.
            """),
        options([AloudCall.unitOption, AloudCall.layoutOption]),
      ],
      doc: """
        Sets the pages of a text. The signal PageTurn is sent when the last word of a page begins to be heard, to the \
        caller alone, who has to be subscribed to page. A new call replaces the pages of that track. The pages of \
        \(AloudBus.maximumPagedTracks) tracks are kept for a client, until its subscription ends. Errors: NoTrack, \
        InvalidOption, TooLarge.
        """),
    MethodDescription(
      "GoToText",
      in: [
        trackArgument,
        ArgumentDescription("offset", .uint32, doc: "A place in the track's text."),
        options([AloudCall.unitOption]),
      ],
      out: [ArgumentDescription("position", .int64, doc: "The place of the reading now, in microseconds.")],
      doc: """
        Goes to the beginning of the sentence at a place of the text, or of the next one; keeps play and pause. \
        Errors: NoTrack, Stale when another track is current, OutOfRange after the last sentence.
        """),
    MethodDescription(
      "LookAt",
      in: [
        textTrack, ArgumentDescription("sentence", .uint32, doc: "The index of the first sentence that is shown."),
        options(),
      ],
      doc: """
        Keeps the place at which the listener looks in the text of a recording that tells no times, for the file: a \
        display opens there the next time. Nothing is kept of a document that was not heard. Errors: NoTrack; \
        Unsupported for any other text; OutOfRange after the last sentence.
        """),
  ]

  private static let textTrack = ArgumentDescription(
    "track", .objectPath, doc: "The track's id; / for the current one.")
}

extension AloudCall {
  static let fromCurrentOption = OptionDescription(
    "from-current", .bool, "true or false",
    "count first from the beginning of the block that is heard now; default false. Only for the current track")
  static let unitOption = OptionDescription(
    "unit", .string, "scalars, utf8 or utf16", "the unit of places in the text; default scalars")
  static let layoutOption = OptionDescription(
    "layout", .uint32, "0 to 4294967295",
    "comes back in every PageTurn, so that turns of an earlier layout can be told from those of this one; default 0")
}
