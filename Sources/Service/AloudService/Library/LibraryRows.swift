import AloudAPI
import Documents
import EventLoop
import Playback
import Reading
import Store

// The library as rows of our interface.
extension Library {
  /// The id of the current document.
  var currentID: ContentID? { session.currentDocument?.contentID }

  /// A row for each document, in the order of ``Store/KeptDocument/ordered(_:current:)``.
  var documentRows: [LibraryEntry] {
    let current = currentID
    let marks = Dictionary(grouping: catalogue.bookmarks(of: nil), by: \.document).mapValues(\.count)
    return KeptDocument.ordered(catalogue.all, current: current).map { document in
      LibraryEntry(
        id: document.id.text, title: document.title, artists: document.authors, kind: document.kind.rawValue,
        language: document.language, uri: FileURI.uri(path: document.path), artURL: document.artURL,
        added: document.added.seconds, opened: document.opened.seconds, heard: document.heard?.seconds,
        finished: document.finished?.seconds, chapter: (document.place?.number ?? 1) - 1, chapters: document.chapters,
        positionMicroseconds: document.id == current ? session.documentPosition : document.elapsed,
        lengthMicroseconds: document.length?.microseconds, isLengthExact: document.length?.isExact ?? false,
        bookmarks: marks[document.id] ?? 0, isCurrent: document.id == current,
        isStudied: document.study?.isOn ?? false)
    }
  }

  /// A row for each bookmark of a document, or of all documents.
  func bookmarkRows(of document: ContentID?) -> [BookmarkEntry] { catalogue.bookmarks(of: document).map(row) }

  func row(of mark: KeptBookmark) -> BookmarkEntry {
    BookmarkEntry(
      number: mark.number, document: mark.document.text, title: catalogue[mark.document]?.title ?? "",
      chapter: mark.place.number - 1, positionMicroseconds: mark.place.microseconds,
      sentence: mark.sentence,
      note: mark.note, created: mark.created.seconds)
  }
}

extension KeptDocument {
  /// The document with text that is fit to be shown; see ``TrackMetadata/cleaned``.
  var cleaned: KeptDocument {
    func clean(_ text: String) -> String { Line.clean(text, limit: AloudBus.maximumOptionBytes) }
    var document = self
    let title = clean(self.title)
    document.title = title.isEmpty ? path.fileName.map { FileName.title($0) } ?? "untitled" : title
    document.authors = authors.map(clean).filter { !$0.isEmpty }
    return document
  }
}

extension KeptBookmark {
  /// The bookmark with text that is fit to be shown; see ``TrackMetadata/cleaned``.
  var cleaned: KeptBookmark {
    KeptBookmark(
      number: number, document: document, place: place, sentence: Line.clean(sentence, limit: .max),
      note: Line.clean(note, limit: .max), created: created)
  }
}
