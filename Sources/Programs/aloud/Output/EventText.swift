import AloudAPI
import BusValues
import CommandOutput
import Documents
import Vocabulary

/// An event as `aloud events` prints it.
struct EventText {
  var name: String
  /// The fields, in the order of the line.
  var fields: [(String, JSON)]
  /// The text for people, after the name.
  var summary: String

  /// One line of JSON.
  var json: String { JSON.answer([("event", .string(name))] + fields).text }

  /// One line for people, with the name in a column of its own.
  var line: String { TextWidth.padded(name, to: 11) + " " + summary }

  init(_ name: String, _ fields: [(String, JSON)] = [], _ summary: String = "") {
    self.name = name
    self.fields = fields
    self.summary = summary
  }

  init(_ event: AloudEvent) {
    switch event {
    case .utteranceStarted(let signal): self = Self.about(signal.track, "started")
    case .utteranceFinished(let signal): self = Self.about(signal.track, "finished")
    case .utteranceResumed(let signal): self = Self.about(signal.track, "resumed")
    case .utteranceCancelled(let signal): self = Self.about(signal.track, "cancelled", reason: signal.reason.rawValue)
    case .utterancePaused(let signal):
      self = Self.about(signal.track, "paused", reason: signal.reason, detail: signal.details.reasonDetail)
    case .sentence(let signal):
      self.init(
        "sentence",
        [("track", .string(signal.track.text)), ("index", .int(Int64(signal.index)))] + Self.place(signal.range)
          + [("position", .int(signal.mediaMicroseconds))] + Self.text(signal),
        Self.summary(signal.track, signal.range, signal.mediaMicroseconds) + " index \(signal.index)"
          + Self.said(signal))
    case .word(let signal):
      self.init(
        "word",
        [("track", .string(signal.track.text))] + Self.place(signal.range)
          + [("position", .int(signal.mediaMicroseconds))] + Self.text(signal),
        Self.summary(signal.track, signal.range, signal.mediaMicroseconds) + Self.said(signal))
    case .phrase(let signal):
      let details = signal.details
      let speed = details[PhraseSignal.Key.speed]?.asDouble ?? 1
      let isTranslation = details[PhraseSignal.Key.translation]?.asBool ?? false
      let (count, repetitions) = (
        details[PhraseSignal.Key.phrases]?.asUInt32 ?? 0, details[PhraseSignal.Key.repetitions]?.asUInt32 ?? 1
      )
      self.init(
        "phrase",
        [
          ("track", .string(signal.track.text)), ("phrase", .int(Int64(signal.index))), ("phrases", .int(Int64(count))),
          ("repetition", .int(Int64(signal.repetition))), ("repetitions", .int(Int64(repetitions))),
          ("speed", .double(speed)), ("position", .int(signal.mediaMicroseconds)),
          ("length", .int(details[PhraseSignal.Key.length]?.asMicroseconds)),
          ("gap", .int(details[PhraseSignal.Key.gap]?.asMicroseconds)),
        ] + (isTranslation ? [("translation", .bool(true))] : []) + Self.text(signal),
        "\(Self.short(signal.track)) \(signal.index + 1) of \(count)"
          + (isTranslation
            ? ", its translation" : repetitions > 1 ? ", time \(signal.repetition + 1) of \(repetitions)" : "")
          + " at \(TimeText.clock(signal.mediaMicroseconds))" + Self.said(signal))
    case .part(let signal):
      self.init(
        "part",
        [
          ("track", .string(signal.track.text)), ("index", .int(Int64(signal.index))), ("part", .string(signal.part)),
        ] + Self.place(signal.range)
          + [("position", .int(signal.mediaMicroseconds)), ("length", .int(signal.lengthMicroseconds))],
        Self.summary(signal.track, signal.range, signal.mediaMicroseconds) + " index \(signal.index) \(signal.part)"
          + (signal.lengthMicroseconds.map { " for \(TimeText.seconds($0).dropLast(3))" } ?? ""))
    case .progress(let signal):
      let length = signal.lengthMicroseconds > 0 ? signal.lengthMicroseconds : nil
      self.init(
        "progress", [("position", .int(signal.positionMicroseconds)), ("length", .int(length))],
        TimeText.clock(signal.positionMicroseconds) + (length.map { " / \(TimeText.clock($0))" } ?? ""))
    case .stateChanged(let signal):
      self.init(
        "state",
        [("state", .string(signal.state)), ("reason", .string(signal.reason.isEmpty ? nil : signal.reason))]
          + Self.detail(signal.details.reasonDetail),
        signal.state + Self.words(signal.reason, signal.details.reasonDetail, signal.state))
    case .routeChanged(let signal):
      self.init(
        "route",
        [
          ("reason", .string(signal.reason)), ("from", .string(signal.from.isEmpty ? nil : signal.from)),
          ("to", .string(signal.to.isEmpty ? nil : signal.to)),
        ],
        "\(signal.reason) \(signal.from.isEmpty ? "nothing" : signal.from) → "
          + (signal.to.isEmpty ? "nothing" : signal.to))
    case .pageTurn(let signal):
      self.init(
        "page", [("track", .string(signal.track.text)), ("page", .int(Int64(signal.page)))],
        "\(Self.short(signal.track)) \(signal.page)")
    case .chapterChanged(let signal):
      self.init(
        "chapter", [("track", .string(signal.track.text)), ("title", .string(signal.title))],
        "\(Self.short(signal.track)) \(TextWidth.truncated(signal.title, to: 60))")
    case .libraryChanged(let signal):
      self.init(
        "library",
        [("part", .string(signal.part)), ("document", .string(signal.document.isEmpty ? nil : signal.document))],
        signal.part + (signal.document.isEmpty ? "" : " of \(signal.document)"))
    case .announcement(let signal): self = Self.announcement(signal)
    case .announcementWord(let signal): self.init(signal, text: nil)
    case .failed(let signal):
      self.init(
        "error",
        [
          ("track", .string(signal.track.text)), ("error", .string(signal.errorName)),
          ("message", .string(signal.message)),
        ], "\(Self.short(signal.track)) \(signal.message) (\(signal.errorName))")
    }
  }

  private static func about(
    _ track: ObjectPath, _ name: String, reason: String? = nil, detail: String = ""
  ) -> EventText {
    var fields: [(String, JSON)] = [("track", .string(track.text))]
    if let reason { fields.append(("reason", .string(reason))) }
    let text = reason.map { " reason=" + PauseText(reason: $0, detail: detail, endsByItself: false).short } ?? ""
    return EventText(name, fields + Self.detail(detail), short(track) + text)
  }

  private static func announcement(_ signal: AnnouncementSignal) -> EventText {
    let application = signal.application.isEmpty ? nil : signal.application
    let fields: [(String, JSON)] = [
      ("id", .int(Int64(clamping: signal.id))), ("application", .string(application)),
      ("priority", .string(signal.priority)), ("reason", .string(signal.reason)),
      ("into", .int(signal.into.map { Int64(clamping: $0) })),
    ]
    let line =
      "\(signal.id)" + (application.map { " \($0)" } ?? "") + (signal.reason.map { " reason=\($0)" } ?? "")
      + (signal.into.map { " into=\($0)" } ?? "") + said(signal)
    return EventText(signal.event, fields + text(signal), line)
  }

  /// - Parameter text: the word itself; `nil` if it is not known.
  init(_ signal: AnnouncementWordSignal, text: String?) {
    let place = "\(signal.range.scalars.start)+\(signal.range.scalars.length)"
    self.init(
      "word",
      [("id", .int(Int64(clamping: signal.id)))] + Self.place(signal.range)
        + [("position", .int(signal.mediaMicroseconds))] + (text.map { [("text", .string($0))] } ?? []),
      "\(signal.id) \(place) at \(TimeText.seconds(signal.mediaMicroseconds).dropLast(3))"
        + (text.map { "  " + Line.printable($0) } ?? ""))
  }

  private static func text(_ signal: some TextSignal) -> [(String, JSON)] {
    signal.text.map { [("text", .string($0))] } ?? []
  }

  /// The heard text, on one line.
  private static func said(_ signal: some TextSignal) -> String { signal.text.map { "  " + Line.printable($0) } ?? "" }

  private static func detail(_ text: String) -> [(String, JSON)] { text.isEmpty ? [] : [("detail", .string(text))] }

  /// The reason as a word for programs, and its explanation for people.
  private static func words(_ reason: String, _ detail: String, _ state: String) -> String {
    guard !reason.isEmpty else { return "" }
    let text = PauseText(reason: reason, detail: detail, endsByItself: state == SessionState.interrupted.rawValue)
    return " reason=\(reason)" + (text.explanation.map { " (\($0))" } ?? "")
  }

  private static func place(_ range: TextRange) -> [(String, JSON)] {
    func span(_ span: UnitSpan) -> JSON {
      .object([("start", .int(Int64(span.start))), ("length", .int(Int64(span.length)))])
    }
    return [("scalars", span(range.scalars)), ("utf8", span(range.utf8)), ("utf16", span(range.utf16))]
  }

  private static func summary(_ track: ObjectPath, _ range: TextRange, _ position: Microseconds) -> String {
    "\(short(track)) \(range.scalars.start)+\(range.scalars.length) at \(TimeText.seconds(position).dropLast(3))"
  }

  /// The last part of a track's id: `track/7`.
  private static func short(_ track: ObjectPath) -> String {
    track.text.split(separator: "/").suffix(2).joined(separator: "/")
  }
}

extension [String: BusValue] {
  /// The detail of a signal's reason; empty if there is none.
  fileprivate var reasonDetail: String { self[ReasonDetail.key]?.asString ?? "" }
}
