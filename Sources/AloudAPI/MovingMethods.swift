internal import BusValues

extension AloudInterface {
  /// Moving by meaning, repeating, and the sleep timer.
  static let movingMethods = [
    MethodDescription(
      "Next", in: [unit, options()],
      doc: """
        Skips forward by one unit; keeps play and pause. Past the last track reading stops. Errors: NoTrack; OutOfRange \
        where no such unit follows.
        """),
    MethodDescription(
      "Previous", in: [unit, options()],
      doc: """
        Skips back by one unit; keeps play and pause. Later than three seconds into a track (or into any other unit) it \
        goes to its beginning first. Errors: NoTrack; OutOfRange where no such unit lies before.
        """),
    MethodDescription(
      "Again", in: [options()],
      doc: """
        Says the sentence again that is heard, or the one before where that has only just begun, and goes on; ends a \
        pause. Errors: NoTrack.
        """),
    MethodDescription(
      "Repeat",
      in: [
        ArgumentDescription(
          "what", .string,
          doc: """
            sentence or paragraph: the one that is heard, wherever the listener goes; chapter: the whole track; a and b \
            mark the beginning and the end of a part at the word that is heard; ab sets the mark that is missing, and \
            where none is, takes both away; off.
            """), options(),
      ],
      out: [ArgumentDescription("repeat", .string, doc: "The property Repeat, as it is now.")],
      doc: """
        Repeats a part of the current track without end, with the silence of the text between the laps; the position \
        goes back with the signal Seeked of MPRIS. It ends when the track is left. Errors: NoTrack; OutOfRange for an end \
        without a beginning.
        """),
    MethodDescription(
      "Sleep",
      in: [
        ArgumentDescription(
          "unit", .string, doc: "One of: \(SleepUnit.allCases.map(\.rawValue).joined(separator: ", "))."),
        ArgumentDescription(
          "amount", .int64,
          doc: "Microseconds of a time, at most a day; how many chapters are to end, 1 to 1000; ignored for the others."
        ),
        options([AloudCall.sleepAddOption]),
      ],
      out: [ArgumentDescription("remaining", .int64, doc: "The property SleepRemaining, as it is now.")],
      doc: """
        Pauses when so much has been heard, fading out before. Time counts only while there is sound; after an hour of \
        silence the timer is forgotten. A time that is added to a timer extends it, also while the sound fades; below \
        zero it is over. Errors: NoTrack, InvalidOption.
        """),
    MethodDescription(
      "SleepBack", in: [options()], out: [position],
      doc: """
        Goes to the sentence that was heard when the last sleep timer was set, and reads on. Errors: NoTrack where none \
        was set, or its text has left the queue.
        """),
  ]

  private static let unit = ArgumentDescription(
    "unit", .string,
    doc: """
      One of: \(StepUnit.allCases.map(\.rawValue).joined(separator: ", ")). The last one is what the media keys mean: \
      next-means of the configuration, and the next larger unit where it comes twice within double-press.
      """)
}

extension AloudCall {
  static func makeMoving(
    _ method: String, _ arguments: [BusValue], _ reader: inout OptionReader
  ) throws(APIError) -> AloudCall? {
    switch (method, arguments[0]) {
    case ("Next", .string(let unit)): return .next(try word(unit, "unit"))
    case ("Previous", .string(let unit)): return .previous(try word(unit, "unit"))
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
      let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw APIError(.invalidOption, "argument '\(argument)' must be a string (s), one of: \(words)")
    }
    return word
  }

  static let sleepAddOption = OptionDescription(
    "add", .bool, "true or false", "whether a time is added to what is left of the timer; default false")
}

extension AloudInterface {
  /// The properties of what is repeated, and of the sleep timer.
  static func moving(_ property: AloudProperty, _ name: MemberName) -> PropertyDescription {
    switch property {
    case .sleepTimer:
      return PropertyDescription(
        name, .string,
        doc: """
          What the sleep timer counts: \(SleepUnit.allCases.map(\.rawValue).joined(separator: ", ")). Also announced, \
          with the same value, when SleepRemaining takes another course: the timer is set anew or extended, or its \
          time begins or ceases to count.
          """)
    case .sleepRemaining:
      return PropertyDescription(
        name, .int64, emitsChanged: .false,
        doc: """
          How much longer the sleep timer lets the reading go on, in microseconds of real time; of what ends with the \
          text an estimate until that is measured; -1 without a timer, or where nothing is known. It passes as time \
          does and is never announced; ask for it when SleepTimer is.
          """)
    case .sleepChapters:
      return PropertyDescription(
        name, .uint32, doc: "How many chapters are still to end for the sleep timer; 0 where it does not count them.")
    case .sleepPlace:
      return PropertyDescription(
        name, .vardict,
        doc: """
          Where the last sleep timer was set, which is where SleepBack goes: track (o), title (s), position (x, \
          microseconds); empty where there is no such place.
          """)
    default:
      return PropertyDescription(
        name, .string,
        doc: """
          What is repeated of the current track: \(Vocabulary.repeats.joined(separator: ", ")). With chapter, LoopStatus \
          is Track; with a the beginning of a part is marked; ab is a part between two marks.
          """)
    }
  }
}
