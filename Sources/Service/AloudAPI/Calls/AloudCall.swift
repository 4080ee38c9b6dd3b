public import BusValues
public import Study
public import Vocabulary

/// A checked call of `org.aloud.Aloud1`. Clients encode it, and the service decodes it.
public enum AloudCall: Equatable, Sendable {
  case speak(text: String, SpeakOptions)
  /// The argument is the index of the descriptor in the message.
  case speakDescriptor(UInt32, SpeakOptions)
  /// The arguments of clips are the indices of descriptors in the message.
  case speakParts([SpeechPart], SpeakOptions)
  case open(uris: [String], SpeakOptions)
  /// The arguments of clips are the indices of descriptors in the message.
  case announce([SpeechPart], AnnounceOptions)
  /// With number 0, all of the caller, or of all clients.
  case cancelAnnouncements(UInt64, all: Bool = false)
  /// Lets announcements wait, or go on.
  case pauseAnnouncements(Bool)
  /// Speaks the desktop's notifications, or stops. With `force`, also beside a screen reader.
  case watchNotifications(Bool, force: Bool = false)
  /// Applies the rules to a notification with these hints.
  case testNotification(application: String, summary: String, body: String, hints: [String: BusValue] = [:])
  /// The argument is the index of the descriptor of a playlist in the message.
  case openPlaylist(UInt32, SpeakOptions)
  case play
  case pause(PausePoint)
  case toggle
  case stop
  case hush
  case next(MovingUnit?)
  case previous(MovingUnit?)
  /// Repeats the sentence and continues.
  case again
  case `repeat`(RepeatMode)
  /// Microseconds for a time, or a number of chapters. An amount to add may be negative.
  case sleep(SleepUnit, amount: Int64, adding: Bool)
  /// Studies a track, or studies it otherwise. The track `/` is the current one.
  case learn(ObjectPath, LearnOptions)
  /// Hears a track as it is. The track `/` is the current one.
  case stopLearning(ObjectPath)
  /// Lists phrases. The track `/` is the current one.
  /// Changes a phrase by hand; the time is one of the track as it is without an exercise.
  case editPhrases(ObjectPath, PhraseEdit.Kind, phrase: UInt32, at: Microseconds)
  case listPhrases(ObjectPath, first: UInt32, count: UInt32)
  /// Goes to the place at which the sleep timer was set.
  case sleepBack
  case seek(byMicroseconds: Microseconds)
  /// With a track, the call is refused as stale when another one is current.
  case setPosition(microseconds: Microseconds, track: ObjectPath?, of: PositionScope = .track)
  /// 0…1 of the length.
  case setPositionFraction(Double, of: PositionScope = .track)
  case goTo(ObjectPath)
  case listTracks
  /// The time until a track is heard.
  case getWait(ObjectPath)
  /// Sets the rate of everything: no document keeps one of its own.
  case setRateOfAll(Double)
  /// Removes the current document's own rate.
  case forgetRate
  case remove([ObjectPath])
  /// `index` counts from 0; larger values mean the end.
  case move(ObjectPath, index: UInt32)
  case clear
  /// No text follows a track that was brought with `more-follows`; with the reason if one was to come.
  case endSeries(ObjectPath, error: String? = nil)
  case listDocuments
  /// The argument is the id of a ``LibraryEntry``.
  case openDocument(String, SpeakOptions)
  case forgetDocument(String)
  case addBookmark(note: String)
  /// Lists those of every document if `document` is empty.
  case listBookmarks(document: String)
  case goToBookmark(Int64)
  case removeBookmark(Int64)
  /// The track `/` is the current one. With `fromCurrent`, `first` counts from the current block.
  case listSentences(ObjectPath, first: UInt32, count: UInt32, fromCurrent: Bool)
  /// The picture of a recording. The track `/` is the current one.
  case getWaveform(ObjectPath)
  /// Replaces the client's earlier pages of the track.
  case setPages(ObjectPath, [UnitSpan], CountingUnit, layout: UInt32)
  /// Keeps the place at which the listener looks in a text without times.
  case lookAt(ObjectPath, sentence: UInt32)
  case goToText(ObjectPath, offset: UInt32, CountingUnit)
  /// Lists every voice if the language is empty.
  case listVoices(language: String)
  /// The voice that a text with these options has now; of the options, only those that choose it are sent.
  case getVoice(SpeakOptions, isAnnounced: Bool = false)
  /// Replaces an earlier subscription of the client. With `withText`, words and sentences are sent with their text.
  case subscribe(Set<EventKind>, withText: Bool = false)
  case unsubscribe
  /// Lists the spoken texts.
  case listHistory
  case clearHistory
  case diagnose
  /// Owns the player's name for a moment, even with an empty queue.
  case appearAsPlayer
  case quit

  /// The method's name.
  public var method: MemberName { encoded.0 }

  /// The method's arguments, in order, the options last.
  public var arguments: [BusValue] {
    let (_, values, options) = encoded
    return values + [.vardict(options)]
  }

  private var encoded: (MemberName, [BusValue], [String: BusValue]) {
    switch self {
    case .speak(let text, let options): ("Speak", [.string(text)], options.table)
    case .speakDescriptor(let index, let options): ("SpeakFd", [.descriptor(index)], options.table)
    case .speakParts(let parts, let options): ("SpeakParts", [SpeechPart.value(of: parts)], options.table)
    case .open(let uris, let options): ("Open", [.strings(uris)], options.table)
    case .openPlaylist(let index, let options): ("OpenPlaylist", [.descriptor(index)], options.table)
    case .announce(let parts, let options):
      if case .text(let text)? = parts.first, parts.count == 1 {
        ("Announce", [.string(text)], options.table)
      } else {
        ("AnnounceParts", [SpeechPart.value(of: parts)], options.table)
      }
    case .cancelAnnouncements(let number, let all):
      ("CancelAnnouncements", [.uint64(number)], all ? ["all": .bool(true)] : [:])
    case .pauseAnnouncements(let isPaused): ("PauseAnnouncements", [.bool(isPaused)], [:])
    case .watchNotifications(let isOn, let isForced):
      ("WatchNotifications", [.bool(isOn)], isForced ? ["force": .bool(true)] : [:])
    case .testNotification(let application, let summary, let body, let hints):
      ("TestNotification", [.string(application), .string(summary), .string(body), .vardict(hints)], [:])
    case .play: ("Play", [], [:])
    case .pause(.immediate): ("Pause", [], [:])
    case .pause(let point): ("Pause", [], ["at": .string(point.rawValue)])
    case .toggle: ("Toggle", [], [:])
    case .stop: ("Stop", [], [:])
    case .hush: ("Hush", [], [:])
    case .next(let unit): ("Next", [.string(unit?.rawValue ?? Self.keyWord)], [:])
    case .previous(let unit): ("Previous", [.string(unit?.rawValue ?? Self.keyWord)], [:])
    case .again: ("Again", [], [:])
    case .repeat(let word): ("Repeat", [.string(word.rawValue)], [:])
    case .sleep(let unit, let amount, let isAdding):
      ("Sleep", [.string(unit.rawValue), .int64(amount)], isAdding ? ["add": .bool(true)] : [:])
    case .learn(let track, let options): ("Learn", [.objectPath(track)], options.table)
    case .stopLearning(let track): ("StopLearning", [.objectPath(track)], [:])
    case .editPhrases(let track, let edit, let phrase, let time):
      (
        "EditPhrases", [.objectPath(track), .string(edit.rawValue), .uint32(phrase), .microseconds(time)], [:]
      )
    case .listPhrases(let track, let first, let count):
      ("ListPhrases", [.objectPath(track), .uint32(first), .uint32(count)], [:])
    case .sleepBack: ("SleepBack", [], [:])
    case .seek(let offset): ("Seek", [.microseconds(offset)], [:])
    case .setPosition(let position, let track, let scope):
      (
        "SetPosition", [.microseconds(position)],
        scope.table.merging(track.map { ["track": .objectPath($0)] } ?? [:]) { $1 }
      )
    case .setPositionFraction(let fraction, let scope):
      ("SetPositionFraction", [.double(fraction)], scope.table)
    case .goTo(let track): ("GoTo", [.objectPath(track)], [:])
    case .listTracks: ("ListTracks", [], [:])
    case .getWait(let track): ("GetWait", [.objectPath(track)], [:])
    case .setRateOfAll(let rate): ("SetRateOfAll", [.double(rate)], [:])
    case .forgetRate: ("ForgetRate", [], [:])
    case .remove(let tracks): ("Remove", [.objectPaths(tracks)], [:])
    case .move(let track, let index): ("Move", [.objectPath(track), .uint32(index)], [:])
    case .clear: ("Clear", [], [:])
    case .endSeries(let track, let error):
      ("EndSeries", [.objectPath(track)], error.map { ["error": .string($0)] } ?? [:])
    case .listDocuments: ("ListDocuments", [], [:])
    case .openDocument(let id, let options): ("OpenDocument", [.string(id)], options.table)
    case .forgetDocument(let id): ("ForgetDocument", [.string(id)], [:])
    case .addBookmark(let note): ("AddBookmark", [.string(note)], [:])
    case .listBookmarks(let document): ("ListBookmarks", [.string(document)], [:])
    case .goToBookmark(let number): ("GoToBookmark", [.int64(number)], [:])
    case .removeBookmark(let number): ("RemoveBookmark", [.int64(number)], [:])
    case .listSentences(let track, let first, let count, let fromCurrent):
      (
        "ListSentences", [.objectPath(track), .uint32(first), .uint32(count)],
        fromCurrent ? ["from-current": .bool(true)] : [:]
      )
    case .getWaveform(let track): ("GetWaveform", [.objectPath(track)], [:])
    case .setPages(let track, let pages, let unit, let layout):
      (
        "SetPages", [.objectPath(track), .array(of: "(uu)", pages.map(\.value))],
        unit.table.merging(layout == 0 ? [:] : ["layout": .uint32(layout)]) { $1 }
      )
    case .lookAt(let track, let sentence): ("LookAt", [.objectPath(track), .uint32(sentence)], [:])
    case .goToText(let track, let offset, let unit): ("GoToText", [.objectPath(track), .uint32(offset)], unit.table)
    case .listVoices(let language): ("ListVoices", [.string(language)], [:])
    case .getVoice(let options, let isAnnounced):
      ("GetVoice", [], options.voiceTable.merging(isAnnounced ? ["announced": .bool(true)] : [:]) { $1 })
    case .subscribe(let kinds, let withText):
      ("Subscribe", [.strings(kinds.map(\.rawValue).sorted())], withText ? ["text": .bool(true)] : [:])
    case .unsubscribe: ("Unsubscribe", [], [:])
    case .listHistory: ("ListHistory", [], [:])
    case .clearHistory: ("ClearHistory", [], [:])
    case .diagnose: ("Diagnose", [], [:])
    case .appearAsPlayer: ("AppearAsPlayer", [], [:])
    case .quit: ("Quit", [], [:])
    }
  }
}

extension CountingUnit {
  /// The unit as an option; the default is left out.
  fileprivate var table: [String: BusValue] { self == .scalars ? [:] : ["unit": .string(rawValue)] }
}
