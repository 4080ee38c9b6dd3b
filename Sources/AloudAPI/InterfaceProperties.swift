public import BusValues

/// The properties of `org.aloud.Aloud1`.
public enum AloudProperty: String, CaseIterable, Sendable {
  case version = "Version"
  case state = "State"
  case pauseReason = "PauseReason"
  case pauseDetail = "PauseDetail"
  case playbackStatus = "PlaybackStatus"
  case position = "Position"
  case length = "Length"
  case lengthExact = "LengthExact"
  case rate = "Rate"
  case globalRate = "GlobalRate"
  case rateIsOwn = "RateIsOwn"
  case volume = "Volume"
  case effectiveVolume = "EffectiveVolume"
  case unheard = "Unheard"
  case loopStatus = "LoopStatus"
  case shuffle = "Shuffle"
  case repeated = "Repeat"
  case sleepTimer = "SleepTimer"
  case sleepRemaining = "SleepRemaining"
  case sleepChapters = "SleepChapters"
  case sleepPlace = "SleepPlace"
  case track = "Track"
  case metadata = "Metadata"
  case document = "Document"
  case queueLength = "QueueLength"
  case queueNumber = "QueueNumber"
  case putOff = "PutOff"
  case voice = "Voice"
  case lastError = "LastError"
  case stateError = "StateError"
}

extension AloudInterface {
  static let properties = AloudProperty.allCases.map(describe)

  private static func describe(_ property: AloudProperty) -> PropertyDescription {
    let name = MemberName(stringLiteral: property.rawValue)
    switch property {
    case .version:
      return PropertyDescription(name, .string, emitsChanged: .const, doc: "The service's version.")
    case .state:
      return PropertyDescription(
        name, .string,
        doc: """
          What the service is doing: \(Vocabulary.states.joined(separator: ", ")). Each change is announced, the \
          silences between two sentences included (gap), at the moment when it is heard.
          """)
    case .pauseReason:
      let reasons = Vocabulary.pauseReasons.filter { !$0.isEmpty }.joined(separator: ", ")
      return PropertyDescription(
        name, .string, doc: "Why there is silence although something could be read: \(reasons); empty otherwise.")
    case .pauseDetail:
      return PropertyDescription(
        name, .string, doc: "Which application, player or device PauseReason is about; empty where that is not known.")
    case .playbackStatus:
      return PropertyDescription(name, .string, doc: "Playing, Paused or Stopped, as MPRIS shows it.")
    case .position:
      return PropertyDescription(
        name, .int64, emitsChanged: .false,
        doc: "What is heard now, in microseconds from the start of the track. Never announced; ask, or take Progress.")
    case .length:
      return PropertyDescription(
        name, .int64,
        doc: """
          Of the current track in microseconds, 0 while nothing at all is known. A better estimate is shown, and \
          announced, where the one before was off by a hundredth and a second at least; the exact length always is.
          """)
    case .lengthExact:
      return PropertyDescription(
        name, .bool, doc: "Whether every sentence has been measured; Length is an estimate otherwise.")
    case .rate:
      return PropertyDescription(
        name, .double, access: .readWrite,
        doc: """
          Speed of playing, 0.25 to 6, without change of pitch. Written while a document is current, it becomes that \
          document's own, which it keeps; else it is GlobalRate. Another value fails with InvalidOption.
          """)
    case .globalRate:
      return PropertyDescription(
        name, .double, doc: "Speed of everything that has none of its own: of said texts, and of most documents.")
    case .rateIsOwn:
      return PropertyDescription(name, .bool, doc: "Whether Rate is the current document's own.")
    case .volume:
      return PropertyDescription(
        name, .double, access: .readWrite,
        doc: "Of the stream, 0 to 1, cubic as mixers show it. Another value fails with InvalidOption.")
    case .effectiveVolume:
      return PropertyDescription(
        name, .double,
        doc: """
          How loud it comes out: Volume times that of the sink, cubic, and 0 where something is muted; -1 while the \
          sink is not known.
          """)
    case .unheard:
      let words = Vocabulary.unheard.filter { !$0.isEmpty }.joined(separator: ", ")
      return PropertyDescription(
        name, .string, doc: "Why nobody hears what is played: \(words); empty while somebody may.")
    case .loopStatus:
      return PropertyDescription(
        name, .string, access: .readWrite,
        doc: "What follows the end: \(Vocabulary.loops.joined(separator: ", ")). Another fails with InvalidOption.")
    case .shuffle:
      return PropertyDescription(
        name, .string, access: .readWrite,
        doc: """
          The order of the queue: off; once (shuffled now, every lap alike); each-lap (shuffled again each lap); \
          question-choices (the first track of each album stays first, the rest and the albums are shuffled). Another \
          fails with InvalidOption.
          """)
    case .repeated, .sleepTimer, .sleepRemaining, .sleepChapters, .sleepPlace: return moving(property, name)
    case .track:
      return PropertyDescription(name, .objectPath, doc: "The current track's id, / where there is none.")
    case .metadata:
      return PropertyDescription(name, .vardict, doc: "Of the current track, with the keys of MPRIS.")
    case .document:
      return PropertyDescription(
        name, .vardict, emitsChanged: .false,
        doc: """
          The document that the current track is one of several chapters of: title (s), chapter (u, its place from 1 \
          on), chapters (u, how many have been found), whole (b, whether that is all of them), position and length (x, \
          microseconds of all chapters together), length-exact (b). Empty where there is none. Never announced.
          """)
    case .queueLength:
      return PropertyDescription(name, .uint32, doc: "How many tracks the queue has, the current one included.")
    case .queueNumber:
      return PropertyDescription(
        name, .uint32, doc: "Place of the current track in the queue, from 1 on; 0 where there is none.")
    case .putOff:
      return PropertyDescription(
        name, .vardict,
        doc: """
          What was put off for what is read now: track (o), title (s), position (x, microseconds, where it goes on) and \
          resumes (b, whether it goes on by itself; else it is current then and silent). Empty where nothing was.
          """)
    case .voice:
      return PropertyDescription(
        name, .string, doc: "Identifier of the voice that reads the current track, empty where there is none.")
    case .lastError:
      return PropertyDescription(
        name, .string, doc: "What failed last, in a sentence; empty when nothing has since the last success.")
    case .stateError:
      return PropertyDescription(
        name, .string,
        doc: "Why the queue, the places and the library are not kept now, in a sentence; empty where they are.")
    }
  }
}

/// A write to a property, checked.
public enum AloudSetting: Equatable, Sendable {
  /// 0.25…6.
  case rate(Double)
  /// 0…1.
  case volume(Double)
  /// One of ``Vocabulary/loops``.
  case loopStatus(String)
  /// One of ``Vocabulary/shuffles``.
  case shuffle(String)
}

extension AloudSetting {
  /// Reads a write that arrived.
  ///
  /// - Throws: `InvalidOption` naming property, type and range; `PropertyReadOnly` or `UnknownProperty`.
  public init(property name: String, value: BusValue) throws(BusError) {
    guard let property = AloudProperty(rawValue: name) else {
      throw .unknownProperty("\(AloudBus.interface) has no property \(name)")
    }
    switch (property, value) {
    case (.rate, let value):
      guard let rate = value.asNumber, AloudBus.rates.contains(rate) else {
        throw Self.refusal(name, "a number (d), 0.25 to 6")
      }
      self = .rate(rate)
    case (.volume, let value):
      guard let volume = value.asNumber, (0...1).contains(volume) else {
        throw Self.refusal(name, "a number (d), 0 to 1")
      }
      self = .volume(volume)
    case (.loopStatus, .string(let word)) where Vocabulary.loops.contains(word): self = .loopStatus(word)
    case (.shuffle, .string(let word)) where Vocabulary.shuffles.contains(word): self = .shuffle(word)
    case (.loopStatus, _): throw Self.refusal(name, "a string (s), " + Vocabulary.loops.joined(separator: ", "))
    case (.shuffle, _): throw Self.refusal(name, "a string (s), " + Vocabulary.shuffles.joined(separator: ", "))
    default: throw .propertyReadOnly("property '\(name)' cannot be set")
    }
  }

  private static func refusal(_ name: String, _ expected: String) -> BusError {
    APIError(.invalidOption, "property '\(name)' must be \(expected)").busError
  }
}
