public import BusValues
public import Vocabulary

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
  case study = "Study"
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
  case voiceError = "VoiceError"
  case notificationsWatched = "NotificationsWatched"
  case notificationStep = "NotificationStep"
  case notificationStart = "NotificationStart"
  case announcementsPaused = "AnnouncementsPaused"
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
        name, .string, emitsChanged: .false,
        doc: """
          The state: \(SessionState.words). It changes with every silence between two sentences (gap), and is told only \
          to those who subscribe to state, when it is heard.
          """)
    case .pauseReason:
      return PropertyDescription(
        name, .string, doc: "The reason of a pause or an interruption: \(PauseWord.words); empty otherwise.")
    case .pauseDetail:
      return PropertyDescription(
        name, .string, doc: "The application, player or device of PauseReason; empty if it is not known.")
    case .playbackStatus:
      return PropertyDescription(name, .string, doc: "Playing, Paused or Stopped, as MPRIS shows it.")
    case .study:
      return PropertyDescription(
        name, .vardict,
        doc: """
          The study of the current track: state (s: \(StudyState.words)), and, while phrases are heard: phrase and \
          phrases (u: the index of the phrase that is heard, from 0, and their number), repetition and repetitions (u), \
          gap (b: true in the gap behind a phrase), translation (b: true for one, left out otherwise), remaining (x: the microseconds until the sound or the gap ends, at \
          the rate 1), recorded (x: the place in the recording, or in the text as it is read without an exercise), \
          progress (d: the part of the recording that was looked at). It is announced when the state or the phrases \
          change, and not with each place in them: read it, or subscribe to phrase.
          """)
    case .position:
      return PropertyDescription(
        name, .int64, emitsChanged: .false,
        doc: """
          The place that is heard now, in microseconds from the start of the track. It is never announced: read it, or \
          subscribe to progress.
          """)
    case .length:
      return PropertyDescription(
        name, .int64,
        doc: """
          Of the current track in microseconds, 0 while nothing at all is known. A better estimate is announced if the \
          previous one was wrong by at least one percent and one second; the exact length always is.
          """)
    case .lengthExact:
      return PropertyDescription(
        name, .bool, doc: "True if every sentence has been measured. Otherwise Length is an estimate.")
    case .rate:
      return PropertyDescription(
        name, .double, access: .readWrite,
        doc: """
          Speed, 0.25 to 6; the pitch stays the same. If a document is current, a new value belongs to that document \
          and is kept with it. Otherwise it is GlobalRate. Another value fails with InvalidOption.
          """)
    case .globalRate:
      return PropertyDescription(
        name, .double, doc: "Speed of everything that has no speed of its own: said texts, and most documents.")
    case .rateIsOwn:
      return PropertyDescription(name, .bool, doc: "True if Rate belongs to the current document.")
    case .volume:
      return PropertyDescription(
        name, .double, access: .readWrite,
        doc: "Of the stream, 0 to 1, cubic as mixers show it. Another value fails with InvalidOption.")
    case .effectiveVolume:
      return PropertyDescription(
        name, .double,
        doc: """
          The effective volume: Volume multiplied by that of the sink, cubic; 0 if something is muted; -1 while the \
          sink is not known.
          """)
    case .unheard:
      return PropertyDescription(
        name, .string, doc: "The reason why the sound cannot be heard: \(Unheard.words); empty if it can.")
    case .loopStatus:
      return PropertyDescription(
        name, .string, access: .readWrite,
        doc: """
          The repetition at the end: \(LoopStatus.words). Another value fails with InvalidOption.
          """)
    case .shuffle:
      return PropertyDescription(
        name, .string, access: .readWrite,
        doc: """
          The order of the queue: off; once (shuffled now, the same order in every round); each-lap (shuffled again \
          for each round); question-choices (the first track of each album stays first, the rest and the albums are \
          shuffled). Another value fails with InvalidOption.
          """)
    case .repeated, .sleepTimer, .sleepRemaining, .sleepChapters, .sleepPlace: return moving(property, name)
    case .track:
      return PropertyDescription(name, .objectPath, doc: "The current track's id, / if there is none.")
    case .metadata:
      return PropertyDescription(name, .vardict, doc: "Of the current track, with the keys of MPRIS.")
    case .document:
      return PropertyDescription(
        name, .vardict, emitsChanged: .false,
        doc: """
          The document that the current track is one of several chapters of: title (s), chapter (u, its place from 1 \
          on), chapters (u, how many have been found), whole (b, true if that is all of them), position and length (x, \
          microseconds of all chapters together), length-exact (b). Empty if there is none. It is never announced.
          """)
    case .queueLength:
      return PropertyDescription(name, .uint32, doc: "The number of tracks in the queue, including the current one.")
    case .queueNumber:
      return PropertyDescription(
        name, .uint32, doc: "The place of the current track in the queue, from 1; 0 if there is none.")
    case .putOff:
      return PropertyDescription(
        name, .vardict,
        doc: """
          The text that the current one interrupted: track (o), title (s), position (x, microseconds, where it \
          resumes) and resumes (b, true if it resumes by itself; otherwise it becomes current and stays silent). Empty \
          if there is none.
          """)
    case .voice:
      return PropertyDescription(
        name, .string, doc: "Identifier of the voice that reads the current track; empty if there is none.")
    case .lastError:
      return PropertyDescription(
        name, .string, doc: "The last failure, in a sentence; empty after the next success.")
    case .stateError:
      return PropertyDescription(
        name, .string,
        doc: "The reason why queue, places and library cannot be kept now, in a sentence; empty if they are kept.")
    case .voiceError:
      return PropertyDescription(
        name, .string,
        doc: """
          The reason why another voice reads than aloud.toml or a track names, in a sentence; empty if there is none, or the voices \
          are not known yet.
          """)
    case .notificationsWatched:
      return PropertyDescription(name, .bool, doc: "True if the notifications of the desktop are spoken.")
    case .notificationStep:
      return PropertyDescription(
        name, .string,
        doc: """
          The way to them: \(NotificationStep.words). With own, the bus lets nobody see them, and only those of `aloud \
          notify` are spoken.
          """)
    case .notificationStart:
      return PropertyDescription(
        name, .string,
        doc: """
          While they are spoken, by what the service is started at a login: systemd, by its unit; autostart, by an entry in \
          the desktop's autostart folder; none, so that its first call starts it.
          """)
    case .announcementsPaused:
      return PropertyDescription(
        name, .bool,
        doc: """
          True if announcements wait until the listener ends the pause (`aloud notify pause`). It is kept over restarts of \
          the service.
          """)
    }
  }
}

/// A checked write to a property.
public enum AloudSetting: Equatable, Sendable {
  /// 0.25…6.
  case rate(Double)
  /// 0…1.
  case volume(Double)
  case loopStatus(LoopStatus)
  case shuffle(ShuffleMode)
}

extension AloudSetting {
  /// Parses a received write.
  ///
  /// - Throws: `InvalidOption` with property, type and range; `PropertyReadOnly` or `UnknownProperty`.
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
    case (.loopStatus, let value): self = .loopStatus(try Self.word(name, value))
    case (.shuffle, let value): self = .shuffle(try Self.word(name, value))
    default: throw .propertyReadOnly("property '\(name)' cannot be set")
    }
  }

  private static func word<Word>(_ name: String, _ value: BusValue) throws(BusError) -> Word
  where Word: RawRepresentable<String> & CaseIterable {
    guard let word = value.asString.flatMap(Word.init(rawValue:)) else {
      throw refusal(name, "a string (s), \(Word.words)")
    }
    return word
  }

  private static func refusal(_ name: String, _ expected: String) -> BusError {
    APIError(.invalidOption, "property '\(name)' must be \(expected)").busError
  }
}
