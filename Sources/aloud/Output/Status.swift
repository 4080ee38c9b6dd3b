import AloudAPI
import BusValues
import CommandOutput
import Vocabulary

/// The state of the service, read from its properties. Without a service it is ``idle``.
struct Status: Equatable {
  var version: String?
  var state = SessionState.idle.rawValue
  var reason = ""
  /// The detail of the reason.
  var detail = ""
  /// Playing, Paused or Stopped.
  var playback = PlaybackStatus.stopped.rawValue
  var position: Int64 = 0
  /// `nil` while unknown.
  var length: Int64?
  var isLengthExact = false
  var rate = 1.0
  /// The rate of all texts without their own.
  var globalRate = 1.0
  /// True if ``rate`` is the current document's own.
  var isRateOwn = false
  var volume = 1.0
  /// The volume of the stream times that of the sink; `nil` if the sink's is unknown.
  var effectiveVolume: Double?
  /// The reason why the sound is inaudible; empty if it may be audible.
  var unheard = ""
  var loop = LoopStatus.none.rawValue
  var shuffle = ShuffleMode.off.rawValue
  /// The repeated part of the track.
  var repeated = RepeatMode.off.rawValue
  /// The unit of the sleep timer.
  var sleepTimer = SleepUnit.off.rawValue
  /// The remaining real time in microseconds; `nil` if unknown.
  var sleepRemaining: Int64?
  var sleepChapters = 0
  /// The place at which the last timer was set; empty if there is none.
  var sleepPlace: [String: BusValue] = [:]
  /// The current track; `nil` if there is none.
  var track: String?
  var metadata: [String: BusValue] = [:]
  var queueLength = 0
  var voice = ""
  var lastError = ""
  /// The reason why the queue and the places are not kept; empty if they are.
  var stateError = ""
  /// The document that the track is a chapter of; `nil` if there is none.
  var book: DocumentEntry?
  /// True if the service is not running, and this is its kept state.
  var isKept = false
  /// The track's place in the queue, from 1.
  var number: Int?
  /// The track that continues after the current one, as in `PutOff`; empty if none was put off.
  var putOff: [String: BusValue] = [:]

  /// The state without a service.
  static let idle = Status()

  init() {}

  /// From the answer to `GetAll`. Missing properties keep their defaults.
  init(properties: [String: BusValue]) {
    func value(_ property: AloudProperty) -> BusValue? { properties[property.rawValue] }
    version = value(.version)?.asString
    state = value(.state)?.asString ?? state
    reason = value(.pauseReason)?.asString ?? ""
    detail = value(.pauseDetail)?.asString ?? ""
    playback = value(.playbackStatus)?.asString ?? playback
    position = value(.position)?.asInt64 ?? 0
    length = value(.length)?.asInt64.flatMap { $0 > 0 ? $0 : nil }
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
    sleepRemaining = value(.sleepRemaining)?.asInt64.flatMap { $0 >= 0 ? $0 : nil }
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
    book = value(.document)?.asVardict.flatMap { DocumentEntry($0) }
  }

  /// True if there is nothing to play or resume.
  var isIdle: Bool { track == nil && queueLength == 0 }

  var title: String { metadata["xesam:title"]?.asString ?? "" }
  var artists: [String] { metadata["xesam:artist"]?.asStrings ?? [] }
  var album: String { metadata["xesam:album"]?.asString ?? "" }
  var url: String { metadata["xesam:url"]?.asString ?? "" }

  /// 0…1; `nil` while the length is unknown.
  var fraction: Double? { length.map { min(max(Double(position) / Double($0), 0), 1) } }

  /// The position in the whole book, 0…1; `nil` if there is no book.
  var bookFraction: Double? {
    book.map { min(max(Double($0.positionMicroseconds) / Double(max(1, $0.lengthMicroseconds)), 0), 1) }
  }
}

extension Status {
  /// The state in one word, from the listener's view: the silence between two sentences is part of reading.
  var word: String {
    if isIdle { return "idle" }
    return switch SessionState(rawValue: state) {
    case .paused: "paused"
    case .idle: "stopped"
    case .speaking, .gap, .delay, .preparing: "reading"
    case .interrupted, .error, nil: state
    }
  }

  /// The symbol of the state.
  func mark(_ symbols: Symbols) -> String {
    switch PlaybackStatus(rawValue: playback) {
    case .playing: symbols.playing
    case .paused: symbols.paused
    case .stopped, nil: symbols.stopped
    }
  }

  /// The reason for silence, for people.
  var explanation: String? {
    let endsByItself = SessionState(rawValue: state) == .interrupted
    let text = PauseText(reason: reason, detail: detail, endsByItself: endsByItself).explanation
    guard isKept else {
      return text ?? (PlaybackStatus(rawValue: playback) == .playing ? UnheardText.explanation(unheard) : nil)
    }
    // With a kept state, the end of the service is the whole explanation of `restart`.
    let cause = PauseWord(rawValue: reason) == .restart ? nil : text
    return [cause, "the service does not run"].compactMap(\.self).joined(separator: "; ")
  }

  /// `1:23 / ≈12:00`
  func time(_ symbols: Symbols) -> String {
    let now = TimeText.clock(position)
    guard let length else { return now }
    return "\(now) / \(isLengthExact ? "" : symbols.about)\(TimeText.clock(length))"
  }

  /// `1:23 / 12:00 (11%), 10:37 left`
  ///
  /// - Parameter isPlaceExact: true if no length before the position is an estimate.
  private static func share(
    _ position: Int64, of length: Int64, isExact: Bool, isPlaceExact: Bool = true, _ symbols: Symbols
  ) -> String {
    let about = isExact ? "" : symbols.about
    let percent = Int(min(max(Double(position) / Double(max(1, length)), 0), 1) * 100)
    return
      "\(isPlaceExact ? "" : symbols.about)\(TimeText.clock(position)) / \(about)\(TimeText.clock(length)) (\(percent)%), "
      + "\(about)\(TimeText.clock(max(0, length - position))) left"
  }

  /// `The Book: chapter 2 of 80   1:02:03 / ≈9:12:00 (11%), ≈8:09:57 left`
  private func bookLine(_ symbols: Symbols, width: Int) -> String? {
    guard let book else { return nil }
    let count = "chapter \(book.chapter) of \(book.isWhole ? "" : symbols.about)\(book.chapters)"
    let name = book.title.isEmpty ? "" : "\(book.title): "
    let time = Self.share(
      book.positionMicroseconds, of: book.lengthMicroseconds, isExact: book.isLengthExact,
      isPlaceExact: book.isLengthExact || book.chapter == 1, symbols)
    let rest = "\(count)   \(time)"
    let title = TextWidth.truncated(name, to: max(0, width - 2 - TextWidth.cells(rest)), ellipsis: symbols.ellipsis)
    return "  \(title)\(rest)"
  }

  /// The two to four lines of `aloud status`.
  func lines(_ symbols: Symbols, width: Int) -> [String] {
    if isIdle {
      return ["idle: nothing is being read"] + (lastError.isEmpty ? [] : ["last problem: \(lastError)"])
        + (stateError.isEmpty ? [] : [stateError])
    }
    var head = "\(mark(symbols)) \(word)"
    if let explanation { head += " (\(explanation))" }
    let name = ([title.isEmpty ? "untitled" : title] + artists).joined(separator: " - ")
    head = TextWidth.truncated("\(head): \(name)", to: width, ellipsis: symbols.ellipsis)
    var facts = [
      length.map { Self.share(position, of: $0, isExact: isLengthExact, symbols) } ?? TimeText.clock(position)
    ]
    facts.append(RateArgument.shown(rate, symbols: symbols) + (isRateOwn && rate != globalRate ? " (its own)" : ""))
    facts.append("volume \(VolumeArgument.shown(volume))")
    let modes = [symbols.loop(loop), symbols.shuffle(shuffle)].compactMap(\.self)
    if !modes.isEmpty { facts.append(modes.joined(separator: " ")) }
    facts += [repeatText, sleepText].compactMap(\.self)
    if queueLength > 1 { facts.append(number.map { "\($0) of \(queueLength)" } ?? "\(queueLength) queued") }
    var lines = [head, "  " + facts.joined(separator: "   ")]
    if let sleepPlaceText { lines.append("  \(sleepPlaceText)") }
    if let line = bookLine(symbols, width: width) { lines.append(line) }
    if let line = putOffLine(symbols, width: width) { lines.append(line) }
    if !lastError.isEmpty { lines.append("  last problem: \(lastError)") }
    if !stateError.isEmpty { lines.append("  \(stateError)") }
    return lines
  }

  /// `then: The Book goes on at 1:02`
  private func putOffLine(_ symbols: Symbols, width: Int) -> String? {
    guard let position = putOff["position"]?.asInt64 else { return nil }
    let title = putOff["title"]?.asString ?? ""
    let end = " \(putOff["resumes"]?.asBool == true ? "goes on" : "waits") at \(TimeText.clock(position))"
    let room = max(0, width == .max ? .max : width - 8 - TextWidth.cells(end))
    return "  then: "
      + TextWidth.truncated(title.isEmpty ? "the other text" : title, to: room, ellipsis: symbols.ellipsis)
      + end
  }

  private static func json(_ book: DocumentEntry) -> JSON {
    .object([
      ("title", .string(book.title.isEmpty ? nil : book.title)), ("chapter", .int(Int64(book.chapter))),
      ("chapters", .int(Int64(book.chapters))), ("whole", .bool(book.isWhole)),
      ("position", .int(book.positionMicroseconds)), ("length", .int(book.lengthMicroseconds)),
      ("lengthExact", .bool(book.isLengthExact)),
    ])
  }

  /// The output of `aloud status --json`.
  var json: JSON {
    .answer(
      [
        ("running", .bool(version != nil)), ("service", .string(version)), ("state", .string(state)),
        ("reason", .string(reason.isEmpty ? nil : reason)), ("detail", .string(detail.isEmpty ? nil : detail)),
        ("status", .string(playback)),
        ("position", .int(position)), ("length", .int(length)), ("lengthExact", .bool(isLengthExact)),
        ("rate", .double(rate)), ("wordsPerMinute", .double((rate * RateArgument.wordsPerMinute).rounded())),
        ("globalRate", .double(globalRate)), ("rateIsOwn", .bool(isRateOwn)),
        ("putOff", putOff.isEmpty ? .null : JSON(.vardict(putOff))),
        ("volume", .double(volume)), ("effective_volume", effectiveVolume.map { .double($0) } ?? .null),
        ("unheard", .string(unheard.isEmpty ? nil : unheard)), ("loop", .string(loop)), ("shuffle", .string(shuffle)),
        ("track", .string(track)),
        ("title", .string(title.isEmpty ? nil : title)), ("artists", .array(artists.map { .string($0) })),
        ("album", .string(album.isEmpty ? nil : album)), ("url", .string(url.isEmpty ? nil : url)),
        ("repeat", .string(repeated)),
        ("voice", .string(voice.isEmpty ? nil : voice)), ("queueLength", .int(Int64(queueLength))),
        ("lastError", .string(lastError.isEmpty ? nil : lastError)), ("book", book.map(Self.json) ?? .null),
        ("stateError", .string(stateError.isEmpty ? nil : stateError)),
      ] + sleepMembers)
  }
}

extension JSON {
  /// A D-Bus value as JSON. Descriptors are meaningless outside their message and become `null`.
  init(_ value: BusValue) {
    switch value {
    case .byte(let number): self = .int(Int64(number))
    case .bool(let flag): self = .bool(flag)
    case .int16(let number): self = .int(Int64(number))
    case .uint16(let number): self = .int(Int64(number))
    case .int32(let number): self = .int(Int64(number))
    case .uint32(let number): self = .int(Int64(number))
    case .int64(let number): self = .int(number)
    case .uint64(let number): self = Int64(exactly: number).map { .int($0) } ?? .double(Double(number))
    case .double(let number): self = .double(number)
    case .string(let text): self = .string(text)
    case .objectPath(let path): self = .string(path.text)
    case .signature(let signature): self = .string(signature.text)
    case .descriptor: self = .null
    case .array(_, let values): self = .array(values.map { JSON($0) })
    case .dictionary(_, _, let entries): self = .object(entries.map { (Self.key($0.key), JSON($0.value)) })
    case .structure(let fields): self = .array(fields.map { JSON($0) })
    case .variant(let inner): self = JSON(inner)
    }
  }

  private static func key(_ value: BusValue) -> String {
    value.asString ?? value.asObjectPath?.text ?? JSON(value).text
  }
}
