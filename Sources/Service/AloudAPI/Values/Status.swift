package import BusValues
package import Vocabulary

/// The state of the service, read from its properties. Without a service it is ``idle``.
package struct Status: Equatable {
  /// The version of the service; `nil` if none runs.
  package var version: String?
  /// The activity, as a word of ``SessionState``; a later service may have further words.
  package var state = SessionState.idle.rawValue
  /// The reason of a pause or an interruption, as a word of ``PauseWord``; empty if there is none.
  package var reason = ""
  /// The detail of the reason.
  package var detail = ""
  /// Playing, Paused or Stopped.
  package var playback = PlaybackStatus.stopped.rawValue
  /// The place that is heard now, in microseconds from the start of the track.
  package var position: Microseconds = 0
  /// `nil` while unknown.
  package var length: Microseconds?
  /// True if ``length`` is measured; false if it is an estimate or unknown.
  package var isLengthExact = false
  /// The speed of the current track, 0.25…6; 1 is the normal one.
  package var rate = 1.0
  /// The rate of all texts without their own.
  package var globalRate = 1.0
  /// True if ``rate`` is the current document's own.
  package var isRateOwn = false
  /// The volume of the stream, 0…1, cubic as mixers show it.
  package var volume = 1.0
  /// The volume of the stream times that of the sink; `nil` if the sink's is unknown.
  package var effectiveVolume: Double?
  /// The reason why the sound is inaudible; empty if it may be audible.
  package var unheard = ""
  /// The continuation after the end of a track, as a word of ``LoopStatus``.
  package var loop = LoopStatus.none.rawValue
  /// The order of the queue, as a word of ``ShuffleMode``.
  package var shuffle = ShuffleMode.off.rawValue
  /// The repeated part of the track.
  package var repeated = RepeatMode.off.rawValue
  /// The unit of the sleep timer.
  package var sleepTimer = SleepUnit.off.rawValue
  /// The remaining real time in microseconds; `nil` if unknown.
  package var sleepRemaining: Microseconds?
  /// The number of chapters until the sleep timer ends; 0 if it does not count chapters.
  package var sleepChapters = 0
  /// The place at which the last timer was set; empty if there is none.
  package var sleepPlace: [String: BusValue] = [:]
  /// The current track; `nil` if there is none.
  package var track: String?
  /// The metadata of the current track, by the keys of MPRIS; empty if there is none.
  package var metadata: [String: BusValue] = [:]
  /// The number of tracks in the queue, with the current one.
  package var queueLength = 0
  /// The identifier of the voice that reads the current track; empty if there is none.
  package var voice = ""
  /// The last failure of the service, in a sentence; empty after the next success.
  package var lastError = ""
  /// The reason why the queue and the places are not kept; empty if they are.
  package var stateError = ""
  /// The document that the track is a chapter of; `nil` if there is none.
  package var book: DocumentEntry?
  /// True if the service is not running, and this is its kept state.
  package var isKept = false
  /// The track's place in the queue, from 1.
  package var number: Int?
  /// The track that continues after the current one, as in `PutOff`; empty if none was put off.
  package var putOff: [String: BusValue] = [:]

  /// The study of the current track, as in `Study`; empty if it is not studied.
  package var study: [String: BusValue] = [:]
  /// The phrases that are heard; `nil` if none are.
  package var studied: StudyEntry? {
    let entry = StudyEntry(study)
    return entry.state == .phrases ? entry : nil
  }

  /// The state without a service.
  package static let idle = Status()

  /// A status with the values of ``idle``, to be filled in.
  package init() {}

  /// From the answer to `GetAll`. Missing properties keep their defaults.
  package init(properties: [String: BusValue]) {
    func value(_ property: AloudProperty) -> BusValue? { properties[property.rawValue] }
    version = value(.version)?.asString
    state = value(.state)?.asString ?? state
    reason = value(.pauseReason)?.asString ?? ""
    detail = value(.pauseDetail)?.asString ?? ""
    playback = value(.playbackStatus)?.asString ?? playback
    position = value(.position)?.asMicroseconds ?? 0
    length = value(.length)?.asMicroseconds.flatMap { $0 > 0 ? $0 : nil }
    isLengthExact = value(.lengthExact)?.asBool ?? false
    rate = value(.rate)?.asDouble ?? 1
    globalRate = value(.globalRate)?.asDouble ?? rate
    isRateOwn = value(.rateIsOwn)?.asBool ?? false
    putOff = value(.putOff)?.asVardict ?? [:]
    volume = value(.volume)?.asDouble ?? 1
    effectiveVolume = value(.effectiveVolume)?.asDouble.flatMap { $0 >= 0 ? $0 : nil }
    unheard = value(.unheard)?.asString ?? ""
    loop = value(.loopStatus)?.asString ?? loop
    shuffle = value(.shuffle)?.asString ?? shuffle
    repeated = value(.repeated)?.asString ?? repeated
    sleepTimer = value(.sleepTimer)?.asString ?? sleepTimer
    sleepRemaining = value(.sleepRemaining)?.asMicroseconds.flatMap { $0 >= 0 ? $0 : nil }
    sleepChapters = Int(value(.sleepChapters)?.asUInt32 ?? 0)
    sleepPlace = value(.sleepPlace)?.asVardict ?? [:]
    let path = value(.track)?.asObjectPath?.text
    track = path == "/" ? nil : path
    metadata = value(.metadata)?.asVardict ?? [:]
    queueLength = Int(value(.queueLength)?.asUInt32 ?? 0)
    number = value(.queueNumber)?.asUInt32.flatMap { $0 > 0 ? Int($0) : nil }
    voice = value(.voice)?.asString ?? ""
    lastError = value(.lastError)?.asString ?? ""
    stateError = value(.stateError)?.asString ?? ""
    study = value(.study)?.asVardict.flatMap { $0["state"]?.asString == StudyState.off.rawValue ? nil : $0 } ?? [:]
    book = value(.document)?.asVardict.flatMap { DocumentEntry($0) }
  }

  /// True if there is nothing to play or resume.
  package var isIdle: Bool { track == nil && queueLength == 0 }

  /// The title of the current track; empty if there is none.
  package var title: String { metadata["xesam:title"]?.asString ?? "" }
  /// The authors or speakers of the current track; empty if none are known.
  package var artists: [String] { metadata["xesam:artist"]?.asStrings ?? [] }
  /// The work that the current track is a part of, such as a book; empty if there is none.
  package var album: String { metadata["xesam:album"]?.asString ?? "" }
  /// The URI of the source of the current track; empty if it has none, as a text that was only said.
  package var url: String { metadata["xesam:url"]?.asString ?? "" }

  /// 0…1; `nil` while the length is unknown.
  package var fraction: Double? { length.map { min(max(Double(position) / Double($0), 0), 1) } }

  /// The position in the whole book, 0…1; `nil` if there is no book.
  package var bookFraction: Double? {
    book.map { min(max(Double($0.positionMicroseconds) / Double(max(1, $0.lengthMicroseconds)), 0), 1) }
  }
}
