import AloudAPI
import DirectReading
import Documents
import SoundWire
import Speech
import Vocabulary
import Workers

/// The tags, chapters and cover of a file: the options of the export take precedence over the document.
struct ExportLabels {
  let labels: SoundEncoder.Labels

  /// - Parameters:
  ///   - parts: the parts in the file; a file with all of them gets the book's tags.
  ///   - name: the document's name, for a document without a title.
  ///   - mostChapters: the chapters after that many are part of the last one; `nil` for no limit.
  init(_ spoken: SpokenBook, parts: Range<Int>, options: SpeakOptions, name: String, mostChapters: Int? = nil) {
    let book = spoken.book
    let said = book.description
    let fileName = FileName.last(of: name)
    let title =
      [options.title ?? "", said.title, FileName.title(fileName)].map { Self.clean($0) }.first { !$0.isEmpty } ?? ""
    let isChapter = parts.count < book.parts.count
    var tags = [
      ("title", isChapter ? Self.clean(book.title(of: book.parts[parts.lowerBound])) : title),
      ("artist", (options.artists.map { $0.map(Self.clean) } ?? said.authors).joined(separator: ", ")),
      ("album", options.album.map(Self.clean) ?? title),
      ("date", said.date), ("publisher", said.publisher), ("language", LanguageSpelling.usual(said.language)),
    ]
    if isChapter { tags.append(("track", "\(parts.lowerBound + 1)/\(book.parts.count)")) }
    let origin = spoken.start(of: parts.lowerBound)
    // A book with only one chapter needs no chapter marks.
    let chapters = parts.count > 1 ? parts : 0..<0
    labels = SoundEncoder.Labels(
      tags: tags.filter { !$0.1.isEmpty }.map { SoundTag(name: $0.0, value: $0.1) },
      parts: chapters.prefix(mostChapters ?? .max).map { part in
        SoundPart(start: Int(spoken.start(of: part) - origin), title: Self.clean(book.title(of: book.parts[part])))
      }, cover: book.cover)
  }

  /// Returns the text in a form that is safe in players, some of which run in terminals.
  private static func clean(_ text: String) -> String { Line.clean(text, limit: 4096) }
}
