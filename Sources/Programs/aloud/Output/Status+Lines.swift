import AloudAPI
import BusValues
import CommandOutput
import Vocabulary

/// The state as `aloud status` shows it.
extension Status {
  /// `1:23 / 12:00 (11%), 10:37 left`
  ///
  /// - Parameter isPlaceExact: true if no length before the position is an estimate.
  private static func share(
    _ position: Microseconds, of length: Microseconds, isExact: Bool, isPlaceExact: Bool = true, _ symbols: Symbols
  ) -> String {
    let about = isExact ? "" : symbols.about
    let part = Double(position) / Double(max(1, length))
    let percent = Int(min(max(part, 0), 1) * 100)
    let left = TimeText.clock(max(0, length - position))
    return
      "\(isPlaceExact ? "" : symbols.about)\(TimeText.clock(position)) / \(about)\(TimeText.clock(length)) (\(percent)%), "
      + "\(about)\(left) left"
  }

  /// `The Book: chapter 2 of 80   1:02:03 / ≈9:12:00 (11%), ≈8:09:57 left`
  private func bookLines(_ symbols: Symbols, width: Int) -> [String] {
    guard let book else { return [] }
    let count = "chapter \(book.chapter) of \(book.isWhole ? "" : symbols.about)\(book.chapters)"
    let name = book.title.isEmpty ? "" : "\(book.title): "
    let time = Self.share(
      book.positionMicroseconds, of: book.lengthMicroseconds, isExact: book.isLengthExact,
      isPlaceExact: book.isLengthExact || book.chapter == 1, symbols)
    let rest = "\(count)   \(time)"
    let room = width - 2 - TextWidth.cells(rest)
    guard room >= 0 else {
      let title = TextWidth.truncated(
        name, to: max(0, width - 2 - TextWidth.cells(count)), ellipsis: symbols.ellipsis)
      return ["  \(title)\(count)"] + Self.rows(of: [time], width: width)
    }
    return ["  \(TextWidth.truncated(name, to: room, ellipsis: symbols.ellipsis))\(rest)"]
  }

  /// Facts in as few rows as hold them, broken between two facts, else between two words of one.
  private static func rows(of facts: [String], width: Int) -> [String] {
    var rows: [String] = []
    for fact in facts {
      if let last = rows.last, TextWidth.cells(last) + 3 + TextWidth.cells(fact) <= width {
        rows[rows.count - 1] = "\(last)   \(fact)"
      } else {
        rows += WrappedText.rows(fact, width: width, indentation: "  ")
      }
    }
    return rows
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
    let order = order(symbols)
    if !order.isEmpty { facts.append(order) }
    if let studyText { facts.append(studyText) }
    facts.append("volume \(VolumeArgument.shown(volume))")
    facts += [repeatText, sleepText].compactMap(\.self)
    if queueLength > 1 {
      facts.append(number.map { "\($0) of \(queueLength) in the queue" } ?? "\(queueLength) queued")
    }
    var lines = [head] + Self.rows(of: facts, width: width)
    if let sleepPlaceText { lines.append("  \(sleepPlaceText)") }
    lines += bookLines(symbols, width: width)
    if let line = putOffLine(symbols, width: width) { lines.append(line) }
    if !lastError.isEmpty { lines.append("  last problem: \(lastError)") }
    if !stateError.isEmpty { lines.append("  \(stateError)") }
    return lines
  }

  /// `phrase 3 of 42, time 2 of 3`, or the progress of finding the phrases.
  private var studyText: String? {
    let study = StudyEntry(study)
    switch study.state {
    case .finding: return "finds the phrases: \(Int((study.progress ?? 0) * 100))%"
    case .phrases:
      guard let phrase = study.phrase else { return "\(study.phrases) phrases" }
      if study.isTranslation { return "phrase \(phrase + 1) of \(study.phrases), its translation" }
      let time = study.repetitions > 1 ? ", time \(study.repetition + 1) of \(study.repetitions)" : ""
      return "phrase \(phrase + 1) of \(study.phrases)\(time)\(study.isInGap ? ", your turn" : "")"
    case .off: return nil
    }
  }

  /// `then: The Book goes on at 1:02`
  private func putOffLine(_ symbols: Symbols, width: Int) -> String? {
    guard let position = putOff["position"]?.asMicroseconds else { return nil }
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
      version: 2,
      [
        ("running", .bool(version != nil)), ("service", .string(version)), ("state", .string(state)),
        ("reason", .string(reason.isEmpty ? nil : reason)), ("detail", .string(detail.isEmpty ? nil : detail)),
        ("status", .string(playback)),
        ("position", .int(position)), ("length", .int(length)), ("lengthExact", .bool(isLengthExact)),
        ("rate", .double(rate)), ("wordsPerMinute", .double((rate * RateArgument.wordsPerMinute).rounded())),
        ("globalRate", .double(globalRate)), ("rateIsOwn", .bool(isRateOwn)),
        ("study", study.isEmpty ? .null : JSON(.vardict(study))),
        ("putOff", putOff.isEmpty ? .null : JSON(.vardict(putOff))),
        ("volume", .double(volume)), ("effectiveVolume", effectiveVolume.map { .double($0) } ?? .null),
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
