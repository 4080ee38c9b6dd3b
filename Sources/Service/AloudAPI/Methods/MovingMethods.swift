internal import BusValues
import Vocabulary

extension AloudInterface {
  /// The methods for moving by units, repetition, and the sleep timer.
  static let movingMethods = [
    MethodDescription(
      "Next", in: [unit, options()],
      doc: """
        Skips forward by one unit; keeps play and pause. Past the last track reading stops. Errors: NoTrack; \
        OutOfRange if no such unit follows.
        """),
    MethodDescription(
      "Previous", in: [unit, options()],
      doc: """
        Skips back by one unit; keeps play and pause. Later than three seconds into a track (or into any other unit) \
        it goes to its beginning first. Errors: NoTrack; OutOfRange if there is no such unit before.
        """),
    MethodDescription(
      "Again", in: [options()],
      doc: """
        Repeats the sentence that is heard, or the previous one if that has only just begun, and goes on. It ends a \
        pause. Errors: NoTrack.
        """),
    MethodDescription(
      "Repeat",
      in: [
        ArgumentDescription(
          "what", .string,
          doc: """
            sentence or paragraph: the one that is heard, wherever the listener goes; chapter: the whole track; a and \
            b mark the beginning and the end of a part at the word that is heard; ab sets the missing mark, or removes \
            both if both are set; off.
            """), options(),
      ],
      out: [ArgumentDescription("repeat", .string, doc: "The property Repeat, as it is now.")],
      doc: """
        Repeats a part of the current track without end, with the silence of the text between the rounds. The position \
        goes back with the signal Seeked of MPRIS. The repetition ends when the track is left. Errors: NoTrack; \
        OutOfRange for an end without a beginning.
        """),
    MethodDescription(
      "Sleep",
      in: [
        ArgumentDescription(
          "unit", .string, doc: "One of: \(SleepUnit.words)."),
        ArgumentDescription(
          "amount", .int64,
          doc: """
            For time, microseconds, at most a day; for chapter, the number of chapters, 1 to 1000; ignored for the \
            others.
            """
        ),
        options([AloudCall.sleepAddOption]),
      ],
      out: [ArgumentDescription("remaining", .int64, doc: "The property SleepRemaining, as it is now.")],
      doc: """
        Pauses after a time or at the end of a part, and fades out before. Time counts only while there is sound; \
        after an hour of silence the timer is cancelled. A time that is added extends a timer, also while the sound \
        fades; a timer below zero ends. Errors: NoTrack, InvalidOption.
        """),
    MethodDescription(
      "SleepBack", in: [options()], out: [position],
      doc: """
        Goes to the sentence that was heard when the last sleep timer was set, and plays. Errors: NoTrack if none was \
        set, or if its text has left the queue.
        """),
  ]

  private static let unit = ArgumentDescription(
    "unit", .string,
    doc: """
      One of: \(AloudCall.unitWords). The last one is what the media keys mean: \
      next-means of the configuration, and the next larger unit where it comes twice within double-press.
      """)
}

extension AloudCall {
  static func makeMoving(
    _ method: String, _ arguments: [BusValue], _ reader: inout OptionReader
  ) throws(APIError) -> AloudCall? {
    switch (method, arguments[0]) {
    case ("Next", .string(let unit)): return .next(try movingUnit(unit))
    case ("Previous", .string(let unit)): return .previous(try movingUnit(unit))
    case ("Again", _): return .again
    case ("Repeat", .string(let what)): return .repeat(try word(what, "what"))
    case ("SleepBack", _): return .sleepBack
    case ("Sleep", .string(let unit)):
      guard let amount = arguments[1].asInt64 else { return nil }
      let unit: SleepUnit = try word(unit, "unit")
      let isAdding = try reader.flag(sleepAddOption) ?? false
      return .sleep(unit, amount: try checked(amount, unit, isAdding: isAdding), adding: isAdding)
    default: return nil
    }
  }

  private static let day: Int64 = 86_400_000_000

  private static func checked(_ amount: Int64, _ unit: SleepUnit, isAdding: Bool) throws(APIError) -> Int64 {
    switch unit {
    case .time:
      guard (isAdding ? -day...day : 1...day).contains(amount) else {
        throw APIError(.invalidOption, "argument 'amount' must be microseconds (x), at most a day")
      }
    case .chapter:
      guard (1...1000).contains(amount) else {
        throw APIError(.invalidOption, "argument 'amount' must be a number of chapters (x), 1 to 1000")
      }
    case .off, .sentence, .paragraph: return 0
    }
    return amount
  }

  private static func word<Word>(_ text: String, _ argument: String) throws(APIError) -> Word
  where Word: RawRepresentable<String> & CaseIterable {
    guard let word = Word(rawValue: text) else {
      throw APIError(.invalidOption, "argument '\(argument)' must be a string (s), one of: \(Word.words)")
    }
    return word
  }

  /// The unit of `Next` and `Previous` that stands for the media keys.
  static let keyWord = "key"
  /// All units that `Next` and `Previous` take.
  fileprivate static let unitWords = "\(MovingUnit.words), \(keyWord)"

  private static func movingUnit(_ text: String) throws(APIError) -> MovingUnit? {
    if text == keyWord { return nil }
    guard let unit = MovingUnit(rawValue: text) else {
      throw APIError(.invalidOption, "argument 'unit' must be a string (s), one of: \(unitWords)")
    }
    return unit
  }

  static let sleepAddOption = OptionDescription(
    "add", .bool, "true or false", "true if a time is added to the time left; default false")
}

extension AloudInterface {
  /// The properties of the repetition and of the sleep timer.
  static func moving(_ property: AloudProperty, _ name: MemberName) -> PropertyDescription {
    switch property {
    case .sleepTimer:
      return PropertyDescription(
        name, .string,
        doc: """
          The unit that the sleep timer counts: \(SleepUnit.words). It is also \
          announced, with the same value, if the timer is set again or extended, or if its time begins or stops \
          counting.
          """)
    case .sleepRemaining:
      return PropertyDescription(
        name, .int64, emitsChanged: .false,
        doc: """
          The time until the sleep timer ends the reading, in microseconds of real time. For a part of the text it is \
          an estimate until that is measured. -1 means that there is no timer, or that nothing is known. It is never \
          announced; read it when SleepTimer is announced.
          """)
    case .sleepChapters:
      return PropertyDescription(
        name, .uint32, doc: "The number of chapters until the sleep timer ends; 0 if it does not count chapters.")
    case .sleepPlace:
      return PropertyDescription(
        name, .vardict,
        doc: """
          The place where the last sleep timer was set, to which SleepBack goes: track (o), title (s), position (x, \
          microseconds); empty if there is none.
          """)
    default:
      return PropertyDescription(
        name, .string,
        doc: """
          The part of the current track that is repeated: \(RepeatMode.shown.map(\.rawValue).joined(separator: ", ")). With chapter, \
          LoopStatus is Track; with a the beginning of a part is marked; ab is a part between two marks.
          """)
    }
  }
}
