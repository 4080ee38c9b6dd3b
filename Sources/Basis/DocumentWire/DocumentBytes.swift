import Documents
import Speech
import Vocabulary
import Wire

extension ByteWriter {
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

  mutating func entry(_ entry: PlaylistEntry) {
    u8(UInt8(entry.locations.count))
    for location in entry.locations { string(location) }
    string(entry.title)
  }
}

extension ByteReader {
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

  /// The sentence limits its words further.
  mutating func time() -> SentenceTime? {
    guard let start = count(), let end = count(), let count = u8() else { return nil }
    var time = SentenceTime(start: start, end: end)
    for _ in 0..<count {
      guard let utf8 = range(), let start = self.count() else { return nil }
      time.words.append(SentenceTime.Word(utf8: utf8, start: start))
    }
    return time.isPossible(within: .max) ? time : nil
  }

  /// The texts are cleaned again: a worker may send anything.
  mutating func description() -> DocumentDescription? {
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

  mutating func chapter() -> Chapter? {
    guard let index = count(), let level = count(), let start = place(), let title = string(), let number = string(),
      let language = string(), let anchor = string()
    else { return nil }
    return Chapter(
      index: index, title: title, level: level, number: number, language: language, anchor: anchor, start: start)
  }

  /// The title is cleaned again: a worker may send anything.
  mutating func entry() -> PlaylistEntry? {
    guard let count = u8(), 1...PlaylistEntry.maximumLocations ~= Int(count) else { return nil }
    var locations: [String] = []
    for _ in 0..<count {
      guard let location = string(), !location.isEmpty, location.utf8.count <= PlaylistEntry.maximumLocation else {
        return nil
      }
      locations.append(location)
    }
    return string().map { PlaylistEntry(locations, title: $0) }
  }
}
