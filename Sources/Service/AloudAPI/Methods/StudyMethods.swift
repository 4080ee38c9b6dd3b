internal import BusValues
import Study
import Vocabulary

extension AloudInterface {
  /// The methods for studying phrases.
  static let studyMethods = [
    MethodDescription(
      "Learn", in: [track, options(LearnOptions.descriptions)],
      doc: """
        Studies a track: its phrases are heard one after another, each with a gap behind it in which the listener repeats \
        it, and as often and as slowly as the options say. For a track that is studied already, they change what they \
        name. What is heard goes on: a recording as it is until its phrases are found, and then in the first turn of the \
        phrase that is heard. Position and Length are those of the exercise. Errors: NoTrack; Unsupported for an \
        utterance of texts and clips; InvalidOption. Whatever keeps a recording from being divided is told by the signal \
        Failed, and it is heard as it is.
        """),
    MethodDescription(
      "StopLearning", in: [track, options()],
      doc: "The track is heard as it is, from the place that is heard on. Errors: NoTrack."),
    MethodDescription(
      "EditPhrases",
      in: [
        track,
        ArgumentDescription(
          "edit", .string,
          doc: """
            \(PhraseEdit.Kind.words): divides the phrase at time; joins it with the next one; moves its start or its end \
            to time; makes it, or all phrases, what is found in the recording.
            """),
        ArgumentDescription("phrase", .uint32, doc: "The index of the phrase, from 0."),
        ArgumentDescription(
          "time", .int64, doc: "In microseconds of the track as it is without an exercise; 0 where none is needed."),
        options(),
      ],
      doc: """
        Changes a phrase of a recording that is studied. The change is kept with the document, and outlives other \
        options of Learn and a file that moved. What is heard goes on. Errors: NoTrack; NotFound while there are no \
        phrases; Unsupported for a text; InvalidOption for another word; OutOfRange for what is not possible: a phrase \
        overlaps no other, lasts 50 ms at least and goes over no beginning of a chapter.
        """),
    MethodDescription(
      "ListPhrases",
      in: [
        track, ArgumentDescription("first", .uint32, doc: "The index of the first phrase, from 0."),
        ArgumentDescription("count", .uint32, doc: "At most so many phrases; at most 4096 are answered."), options(),
      ],
      out: [
        ArgumentDescription(
          "phrases", "a(xxxx)",
          doc: """
            The start of each phrase, those of its voice and of the silence behind it, and its end, in microseconds of \
            the track as it is without an exercise.
            """),
        ArgumentDescription(
          "details", .vardict,
          doc: """
            state (s): \(StudyState.words); progress (d): the part of a recording that was looked at, 0 to 1; total (u): \
            the number of phrases; and those of Study.
            """),
      ],
      doc: """
        The phrases of a track that is studied, in the order in which they are heard: their own, unless the queue is \
        shuffled. Errors: NoTrack; NotAllowed to a program in a sandbox, and with \
        private-titles while the screen is locked.
        """),
  ]

  private static let track = ArgumentDescription("track", .objectPath, doc: "The track's id; / is the current one.")
}

/// The progress of a study.
public enum StudyState: String, CaseIterable, Sendable {
  /// The track is heard as it is.
  case off
  /// The phrases of a recording are being found.
  case finding
  /// The phrases are heard.
  case phrases
}

extension AloudCall {
  /// Decodes the calls about studying; `nil` for any other.
  static func makeStudy(
    _ method: String, _ arguments: [BusValue], _ options: [String: BusValue]
  ) throws(APIError) -> AloudCall? {
    guard case .objectPath(let track) = arguments[0] else { return nil }
    let reader = OptionReader(options)
    switch method {
    case "Learn": return .learn(track, try LearnOptions(options))
    case "StopLearning":
      try reader.finish()
      return .stopLearning(track)
    case "EditPhrases":
      guard let word = arguments[1].asString, let phrase = arguments[2].asUInt32,
        let time = arguments[3].asMicroseconds
      else { return nil }
      try reader.finish()
      guard let edit = PhraseEdit.Kind(rawValue: word) else {
        throw APIError(.invalidOption, "there is no edit '\(word.prefix(64))': \(PhraseEdit.Kind.words)")
      }
      return .editPhrases(track, edit, phrase: phrase, at: time.asPlace)
    case "ListPhrases":
      guard let first = arguments[1].asUInt32, let count = arguments[2].asUInt32 else { return nil }
      try reader.finish()
      return .listPhrases(track, first: first, count: count)
    default: return nil
    }
  }
}
