import Documents
import Speech
import Vocabulary

extension ByteWriter {
  mutating func failure(_ failure: Trouble) {
    u16(failure.code.rawValue)
    string(failure.detail)
  }

  mutating func format(_ format: DocumentFormat) { u16(format.number) }

  mutating func place(_ place: TextPlace) {
    count(place.scalars)
    count(place.utf8)
    count(place.utf16)
  }

  mutating func sentence(_ sentence: SentenceRecord) {
    u8(sentence.flags.rawValue)
    u8(sentence.block.rawValue)
    u16(sentence.ordinal)
    span(sentence.span)
    u8(UInt8(sentence.cells.count))
    for cell in sentence.cells {
      u8(UInt8(cell.column))
      count(cell.utf8.lowerBound)
      count(cell.utf8.upperBound)
    }
    u8(UInt8(sentence.runs.count))
    for run in sentence.runs {
      count(run.utf8.lowerBound)
      count(run.utf8.upperBound)
      string(run.tag)
    }
  }

  mutating func time(_ time: SentenceTime) {
    count(time.start)
    count(time.end)
    u8(UInt8(time.words.count))
    for word in time.words {
      range(word.utf8)
      count(word.start)
    }
  }

  mutating func description(_ description: DocumentDescription) {
    for text in [description.title, description.language, description.identifier, description.date] { string(text) }
    string(description.publisher)
    u8(description.cover?.rawValue ?? 0)
    u8(UInt8(description.authors.count))
    for author in description.authors { string(author) }
  }

  mutating func chapter(_ chapter: Chapter) {
    count(chapter.index)
    count(chapter.level)
    place(chapter.start)
    for text in [chapter.title, chapter.number, chapter.language, chapter.anchor] { string(text) }
  }
}

extension ByteReader {
  /// A piece of something that takes several packets.
  mutating func piece() -> (first: Int, total: Int, bytes: [UInt8])? {
    guard let first = count(), let total = count() else { return nil }
    return (first, total, Array(rest()))
  }

  mutating func documentAnswer(_ kind: FrameKind) -> WorkerAnswer? {
    switch kind {
    case .description: return description().map { .description($0) }
    case .cover: return piece().map { .cover(firstByte: $0.first, total: $0.total, $0.bytes) }
    case .chapter: return chapter().map { .chapter($0) }
    case .chapterFailed:
      guard let index = count(), let failure = failure() else { return nil }
      return .chapterFailed(index: index, failure)
    case .page:
      guard let index = count(), let start = place(), let label = string() else { return nil }
      return .page(index: index, PageMark(label: label, start: start))
    case .pass:
      guard let format = format(), remaining <= WorkerAnswer.maximumTaken else { return nil }
      return .pass(format, taken: Array(rest()))
    case .times: return times()
    default: return nil
    }
  }

  mutating func format() -> DocumentFormat? {
    u16().flatMap { number in DocumentFormat.allCases.first { $0.number == number } }
  }

  mutating func failure() -> Trouble? {
    guard let raw = u16(), let code = TroubleCode(rawValue: raw), code.isOfWorkers, let detail = string() else {
      return nil
    }
    return Trouble(code, detail)
  }

  private mutating func place() -> TextPlace? {
    guard let scalars = count(), let utf8 = count(), let utf16 = count() else { return nil }
    return TextPlace(scalars: scalars, utf8: utf8, utf16: utf16)
  }

  mutating func sentence() -> SentenceRecord? {
    guard let flags = u8(), let raw = u8(), let block = BlockClass(rawValue: raw), let ordinal = u16(),
      let span = span(), let count = u8(), count <= SentenceRecord.mostCells
    else { return nil }
    var cells: [TableCell] = []
    for _ in 0..<count {
      guard let column = u8(), let start = self.count(), let end = self.count(), start <= end else { return nil }
      cells.append(TableCell(column: Int(column), utf8: start..<end))
    }
    guard let runs = runs(within: span.utf8.count) else { return nil }
    return SentenceRecord(
      span: span, flags: .init(rawValue: flags), block: block, ordinal: ordinal, cells: cells, runs: runs)
  }

  /// The runs of a sentence of `length` bytes, in order.
  private mutating func runs(within length: Int) -> [LanguageSpan]? {
    guard let count = u8() else { return nil }
    var runs: [LanguageSpan] = []
    for _ in 0..<count {
      guard let start = self.count(), let end = self.count(), let tag = string(), tag == LanguageTag.clean(tag),
        start >= runs.last?.utf8.upperBound ?? 0, start < end, end <= length
      else { return nil }
      runs.append(LanguageSpan(utf8: start..<end, tag: tag))
    }
    return runs
  }

  private mutating func times() -> WorkerAnswer? {
    guard let first = count() else { return nil }
    var times: [SentenceTime] = []
    while remaining > 0 {
      guard let start = count(), let end = count(), let count = u8() else { return nil }
      var time = SentenceTime(start: start, end: end)
      for _ in 0..<count {
        guard let utf8 = range(), let start = self.count() else { return nil }
        time.words.append(SentenceTime.Word(utf8: utf8, start: start))
      }
      // The sentence limits its words further.
      guard time.isPossible(within: .max) else { return nil }
      times.append(time)
    }
    return .times(first: first, times)
  }

  /// The texts are cleaned again: a worker may send anything.
  private mutating func description() -> DocumentDescription? {
    guard let title = string(), let language = string(), let identifier = string(), let date = string(),
      let publisher = string(), let cover = u8(), let count = u8()
    else { return nil }
    let kind = CoverImage.Kind(rawValue: cover)
    guard cover == 0 || kind != nil else { return nil }
    var authors: [String] = []
    for _ in 0..<count {
      guard let author = string() else { return nil }
      authors.append(author)
    }
    return DocumentDescription(
      title: title, authors: authors, language: language, identifier: identifier, date: date, publisher: publisher,
      cover: kind)
  }

  private mutating func chapter() -> Chapter? {
    guard let index = count(), let level = count(), let start = place(), let title = string(), let number = string(),
      let language = string(), let anchor = string()
    else { return nil }
    return Chapter(
      index: index, title: title, level: level, number: number, language: language, anchor: anchor, start: start)
  }
}

extension DocumentFormat {
  /// The format as it stands in a packet.
  fileprivate var number: UInt16 {
    switch self {
    case .text: 1
    case .epub: 2
    case .html: 3
    case .markdown: 4
    case .subtitles: 5
    case .odt: 6
    case .docx: 7
    case .pdf: 8
    case .recording: 9
    case .auto: 255
    }
  }
}
