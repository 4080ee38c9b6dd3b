internal import BusValues
import Vocabulary

extension AloudInterface {
  static let signals = [
    SignalDescription(
      UtteranceStartedSignal.member, [trackArgument, details],
      doc: "A track's first sound, or its leading delay, is heard. Event: utterance."),
    SignalDescription(
      UtteranceFinishedSignal.member, [trackArgument, details],
      doc: "A track was read to its end. Event: utterance."),
    SignalDescription(
      UtteranceCancelledSignal.member,
      [
        trackArgument,
        ArgumentDescription(
          "reason", .string, doc: "\(CancelReason.words)."),
        details,
      ],
      doc: "A track was left before its end. Event: utterance."),
    SignalDescription(
      UtterancePausedSignal.member,
      [trackArgument, ArgumentDescription("reason", .string, doc: "As the property PauseReason."), details],
      doc: "A track's sound ended for now; details has PauseDetail as detail. Event: utterance."),
    SignalDescription(
      UtteranceResumedSignal.member, [trackArgument, details],
      doc: "A paused track's sound is heard again. Event: utterance."),
    SignalDescription(
      SentenceSignal.member,
      [trackArgument, ArgumentDescription("index", .uint32, doc: "Of the sentence in the track, from 0.")] + range
        + [time, details],
      doc: "A sentence begins to be heard; details has text (s) for those who asked for it. Event: sentence."),
    SignalDescription(
      WordSignal.member, [trackArgument] + range + [time, details],
      doc: "A word begins to be heard; details has text (s) for those who asked for it. Event: word."),
    SignalDescription(
      PhraseSignal.member,
      [
        trackArgument, ArgumentDescription("index", .uint32, doc: "Of the phrase, from 0."),
        ArgumentDescription("repetition", .uint32, doc: "The hearings of it before this one."), time,
        ArgumentDescription(
          "details", .vardict,
          doc: """
            phrases (u): the number of phrases known so far; repetitions (u): how often each is heard; speed (d): that of \
            its sound; length and gap (x): the microseconds of its sound and of the gap behind it, at the rate 1, once \
            they are known; translation (b): true if the translation of a recorded phrase is heard, once, and not the \
            phrase itself; text (s) for those who asked for it.
            """),
      ],
      doc: "A phrase that is studied begins to be heard, for the first time or again. Event: phrase."),
    SignalDescription(
      PartSignal.member,
      [
        trackArgument, ArgumentDescription("index", .uint32, doc: "Of the part in the call, from 0."),
        ArgumentDescription("part", .string, doc: "text or clip."),
      ] + range + [
        time,
        ArgumentDescription(
          "details", .vardict,
          doc: "length (x): its length in microseconds, once that is exact. Ignore keys that you do not know."),
      ],
      doc: """
        A part of SpeakParts begins to be heard, or the reading has gone into it. The range is that of the part in the \
        text of the track: subtract its start from the places of words and sentences to get those in the part. Event: \
        part.
        """),
    SignalDescription(
      ProgressSignal.member,
      [
        ArgumentDescription("position", .int64, doc: "Microseconds from the start of the track."),
        ArgumentDescription("length", .int64, doc: "Microseconds, 0 while unknown."), details,
      ],
      doc: "The position, at most twice a second, while playing. Event: progress."),
    SignalDescription(
      StateChangedSignal.member,
      [
        ArgumentDescription("state", .string, doc: "As the property State."),
        ArgumentDescription("reason", .string, doc: "As the property PauseReason."), details,
      ],
      doc: """
        The state or the reason of a silence has changed, also to and from a silence between two sentences (gap); \
        details has PauseDetail as detail. Event: state.
        """),
    SignalDescription(
      RouteChangedSignal.member,
      [
        ArgumentDescription(
          "reason", .string, doc: "\(RouteReason.choices)."),
        ArgumentDescription("from", .string, doc: "The previous output, for people; empty if there was none."),
        ArgumentDescription("to", .string, doc: "The output now; empty if there is none."), routeDetails,
      ],
      doc: "The sound goes to another sink or route, and stays there. Event: route."),
    SignalDescription(
      FailedSignal.member,
      [
        trackArgument, ArgumentDescription("error", .string, doc: "A full error name."),
        ArgumentDescription("message", .string, doc: "One sentence for a person."), details,
      ],
      doc: """
        Something about a track failed after its call was answered. NoAudio: the track waits in the queue, and begins \
        when there is a sound output. Engine: a part or all of it is left out. Event: error.
        """),
    SignalDescription(
      PageTurnSignal.member,
      [
        trackArgument,
        ArgumentDescription("page", .uint32, doc: "The page to be shown now, from 0, as SetPages had them."),
        ArgumentDescription(
          "details", .vardict,
          doc: "layout (u): what SetPages said beside these pages. Ignore keys that you do not know."),
      ],
      doc: """
        The last word of a page begins to be heard, also inside a sentence, or the reading has gone to another page. \
        The client should show the page that this signal names. It follows the signal Word. On the last page of a \
        track, ChapterChanged is sent instead, if something follows. Event: page.
        """),
    SignalDescription(
      ChapterChangedSignal.member,
      [trackArgument, ArgumentDescription("title", .string, doc: "The title that desktops show."), details],
      doc: """
        Another track is read from now on, usually a chapter. The signal comes before the track's first Sentence, and \
        after all signals of the previous track. Event: page.
        """),
    SignalDescription(
      LibraryChangedSignal.member,
      [
        ArgumentDescription("part", .string, doc: "documents or bookmarks."),
        ArgumentDescription("document", .string, doc: "The id of the document that it is about; empty: of several."),
        details,
      ],
      doc: """
        Documents or bookmarks were added, removed or changed: ListDocuments or ListBookmarks returns something else. \
        A place that moves with the reading is not announced; use Progress and the property Document for that. Event: \
        library.
        """),
    SignalDescription(
      AnnouncementSignal.member,
      [
        ArgumentDescription("event", .string, doc: "\(AnnouncementSignal.News.words)."),
        ArgumentDescription("announcement", .uint64, doc: "Its number."),
        ArgumentDescription("application", .string, doc: "The program that announces; empty if it has no name."),
        ArgumentDescription(
          "details", .vardict,
          doc: """
            priority (s); reason (s) of cut and dropped; into (t): the one that replaces it, or in which it is counted; \
            text (s) for those who asked for it, on a locked screen no more than is spoken, and none before it is known \
            if the screen is locked. Ignore keys that you do not know.
            """),
      ],
      doc: """
        News about an announcement. Each ends with exactly one of finished, cut, replaced, dropped and summed. Event: \
        announcement.
        """),
    SignalDescription(
      AnnouncementWordSignal.member,
      [ArgumentDescription("announcement", .uint64, doc: "Its number.")] + range + [
        ArgumentDescription(
          "time", .int64, doc: "Media time of its first sample, in microseconds from the start of the announcement."),
        details,
      ],
      doc: """
        A word of an announcement begins to be heard. Only the client that announced it with the option words gets \
        this, after the news started and before that of its end; it needs no subscription. The places are in its \
        text; those of AnnounceParts are joined by a blank line, and a clip has the name of its file in brackets there. \
        Nothing is told while something else is spoken in its place: only the name of the program, or one sentence for \
        several that are the same. Event: announcement.
        """),
  ]

  private static let range = [
    ArgumentDescription(
      "scalars", "(uu)",
      doc: """
        Start and length in the text as it was given, without what is meant for a terminal; in Unicode scalars.
        """),
    ArgumentDescription("utf8", "(uu)", doc: "The same in bytes of UTF-8."),
    ArgumentDescription("utf16", "(uu)", doc: "The same in UTF-16 units."),
  ]

  private static let routeDetails = ArgumentDescription(
    "details", .vardict,
    doc: "private (b): only the wearer hears it now; sink (s): the sink's name. Ignore keys that you do not know.")

  private static let time = ArgumentDescription(
    "time", .int64, doc: "Media time of its first sample, in microseconds from the start of the track.")
}
