public import BusValues

/// A call of `org.aloud.Aloud1`, checked: what a client encodes is what the service decodes.
public enum AloudCall: Equatable, Sendable {
  case speak(text: String, SpeakOptions)
  /// The index of the descriptor in the message.
  case speakDescriptor(UInt32, SpeakOptions)
  case open(uris: [String], SpeakOptions)
  case play
  case pause(PausePoint)
  case toggle
  case stop
  case hush
  case next(StepUnit)
  case previous(StepUnit)
  /// Says a sentence again, and goes on.
  case again
  case `repeat`(RepeatWord)
  /// Microseconds of a time, or a number of chapters; an amount that is added may be negative.
  case sleep(SleepUnit, amount: Int64, adding: Bool)
  /// Goes to where the sleep timer was set.
  case sleepBack
  case seek(byMicroseconds: Int64)
  /// With a track, the call is refused as stale once another one is current.
  case setPosition(microseconds: Int64, track: ObjectPath?, of: PositionScope = .track)
  /// 0…1 of the length.
  case setPositionFraction(Double, of: PositionScope = .track)
  case goTo(ObjectPath)
  case listTracks
  /// The time until a track is heard.
  case getWait(ObjectPath)
  /// The rate of everything: no document keeps one of its own.
  case setRateOfAll(Double)
  /// The current document has no rate of its own any more.
  case forgetRate
  case remove([ObjectPath])
  /// `index` counts from 0; beyond the end means the end.
  case move(ObjectPath, index: UInt32)
  case clear
  case listDocuments
  /// By the id of a ``LibraryEntry``.
  case openDocument(String, SpeakOptions)
  case forgetDocument(String)
  case addBookmark(note: String)
  /// Of every document where `document` is empty.
  case listBookmarks(document: String)
  case goToBookmark(Int64)
  case removeBookmark(Int64)
  /// The track `/` is the current one; `fromCurrent`: `first` counts from the block that is heard.
  case listSentences(ObjectPath, first: UInt32, count: UInt32, fromCurrent: Bool)
  /// Takes the place of what the same client said about the track before.
  case setPages(ObjectPath, [TextSpan], CountingUnit, layout: UInt32)
  case goToText(ObjectPath, offset: UInt32, CountingUnit)
  /// An empty language lists every voice.
  case listVoices(language: String)
  /// Takes the place of an earlier subscription of the same client.
  /// `withText`: words and sentences come with what they say.
  case subscribe(Set<EventKind>, withText: Bool = false)
  case unsubscribe
  /// The texts that were said.
  case listHistory
  case clearHistory
  case diagnose
  /// Owns the player's name for a moment, also with nothing to play.
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
    case .open(let uris, let options): ("Open", [.strings(uris)], options.table)
    case .play: ("Play", [], [:])
    case .pause(.immediate): ("Pause", [], [:])
    case .pause(let point): ("Pause", [], ["at": .string(point.rawValue)])
    case .toggle: ("Toggle", [], [:])
    case .stop: ("Stop", [], [:])
    case .hush: ("Hush", [], [:])
    case .next(let unit): ("Next", [.string(unit.rawValue)], [:])
    case .previous(let unit): ("Previous", [.string(unit.rawValue)], [:])
    case .again: ("Again", [], [:])
    case .repeat(let word): ("Repeat", [.string(word.rawValue)], [:])
    case .sleep(let unit, let amount, let isAdding):
      ("Sleep", [.string(unit.rawValue), .int64(amount)], isAdding ? ["add": .bool(true)] : [:])
    case .sleepBack: ("SleepBack", [], [:])
    case .seek(let offset): ("Seek", [.int64(offset)], [:])
    case .setPosition(let position, let track, let scope):
      (
        "SetPosition", [.int64(position)],
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
    case .setPages(let track, let pages, let unit, let layout):
      (
        "SetPages", [.objectPath(track), .array(of: "(uu)", pages.map(\.value))],
        unit.table.merging(layout == 0 ? [:] : ["layout": .uint32(layout)]) { $1 }
      )
    case .goToText(let track, let offset, let unit): ("GoToText", [.objectPath(track), .uint32(offset)], unit.table)
    case .listVoices(let language): ("ListVoices", [.string(language)], [:])
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
  /// As an option; the default says nothing.
  fileprivate var table: [String: BusValue] { self == .scalars ? [:] : ["unit": .string(rawValue)] }
}
