import Documents
import EventLoop
import Reading
import Store

/// All documents and bookmarks: in memory, and in the store as far as it can be written.
///
/// Changes that cannot be written stay marked and are retried at growing intervals, with one warning until it works.
@Core
final class LibraryCatalogue {
  /// The maximum number of documents. Beyond it, documents without bookmarks that were opened longest ago are removed
  /// first.
  static let limit = 10_000

  private let keeper: SessionKeeper
  private let log: ServiceLog
  private var documents: [ContentID: KeptDocument] = [:]
  private var bookmarks: [Int64: KeptBookmark] = [:]
  private var nextNumber: Int64 = 1

  private var changed: Set<ContentID> = []
  private var gone: Set<ContentID> = []
  private var changedMarks: Set<Int64> = []
  private var goneMarks: Set<Int64> = []
  /// The generation of the file that is equal to memory except for the sets above; `nil`: nothing was read yet.
  private var generation: Int?
  private var isClosed = false
  private let retries: Retries
  private let tell: Relay<RoomNotice>

  /// A change of the catalogue.
  enum Change: Equatable {
    /// Documents; `nil`: several.
    case documents(ContentID?)
    /// The bookmarks of a document.
    case bookmarks(ContentID)
  }

  init(keeper: SessionKeeper, scheduler: any Scheduler, log: ServiceLog, _ tell: Relay<RoomNotice>) {
    self.tell = tell
    self.keeper = keeper
    retries = Retries(scheduler: scheduler)
    self.log = log
  }

  // MARK: Asking

  subscript(_ id: ContentID) -> KeptDocument? { documents[id] }
  var all: some Collection<KeptDocument> { documents.values }
  func bookmark(_ number: Int64) -> KeptBookmark? { bookmarks[number] }

  /// The bookmarks of one document or of all, in the order of the text.
  func bookmarks(of document: ContentID?) -> [KeptBookmark] {
    bookmarks.values.filter { document == nil || $0.document == document }.sorted { a, b in
      (a.document.text, a.place.chapter, a.place.scalar, a.number)
        < (b.document.text, b.place.chapter, b.place.scalar, b.number)
    }
  }

  // MARK: Changing

  /// Adds a document, or replaces the kept one.
  func put(_ document: KeptDocument) {
    let former = documents[document.id]
    guard former != document else { return }
    documents[document.id] = document
    changed.insert(document.id)
    gone.remove(document.id)
    trim(but: document.id)
    // While a document is read, its place changes every few seconds, which is not reported.
    if former.map({ !$0.isShown(as: document) }) ?? true { tell(.libraryChanged(.documents(document.id))) }
  }

  /// Removes a document and its bookmarks.
  func remove(_ id: ContentID) {
    guard documents.removeValue(forKey: id) != nil else { return }
    changed.remove(id)
    gone.insert(id)
    for mark in bookmarks.values where mark.document == id {
      bookmarks[mark.number] = nil
      changedMarks.remove(mark.number)
    }
    tell(.libraryChanged(.documents(id)))
  }

  /// Marks a place. A place has at most one bookmark: an existing one is kept, with the new note unless that is empty.
  func mark(
    _ document: ContentID, at place: DocumentPlace, sentence: String, note: String
  ) -> (mark: KeptBookmark, isNew: Bool) {
    let known = bookmarks.values.first { $0.document == document && $0.place.isAt(place) }
    if let known, note.isEmpty || note == known.note { return (known, false) }
    let mark = KeptBookmark(
      number: known?.number ?? nextNumber, document: document, place: known?.place ?? place,
      sentence: known?.sentence ?? sentence, note: note, created: known?.created ?? .now)
    if known == nil { nextNumber += 1 }
    bookmarks[mark.number] = mark
    changedMarks.insert(mark.number)
    tell(.libraryChanged(.bookmarks(document)))
    return (mark, known == nil)
  }

  func removeBookmark(_ number: Int64) {
    guard let mark = bookmarks.removeValue(forKey: number) else { return }
    changedMarks.remove(number)
    goneMarks.insert(number)
    tell(.libraryChanged(.bookmarks(mark.document)))
  }

  private func trim(but newest: ContentID) {
    guard documents.count > Self.limit else { return }
    let marked = Set(bookmarks.values.map(\.document))
    let oldest = documents.values.filter { $0.id != newest }.min { a, b in
      (marked.contains(a.id) ? 1 : 0, a.opened) < (marked.contains(b.id) ? 1 : 0, b.opened)
    }
    if let oldest { remove(oldest.id) }
  }

  // MARK: The store

  /// Reads the library of an earlier run. This may happen late; changes made until then are kept.
  func takeUp() {
    guard generation == nil, let stores = keeper.stores else { return }
    do throws(StoreError) {
      for document in try stores.documents.all() where documents[document.id] == nil {
        documents[document.id] = document.cleaned
      }
      let kept = try stores.bookmarks.all().filter { documents[$0.document] != nil }
      nextNumber = max(try stores.bookmarks.nextNumber(), (kept.last?.number ?? 0) + 1)
      // Bookmarks made before the file was read get numbers of their own.
      let early = bookmarks.values.sorted { $0.number < $1.number }
      bookmarks = [:]
      changedMarks = []
      for mark in kept { bookmarks[mark.number] = mark.cleaned }
      for mark in early { _ = self.mark(mark.document, at: mark.place, sentence: mark.sentence, note: mark.note) }
      generation = stores.generation
      if !documents.isEmpty { tell(.libraryChanged(.documents(nil))) }
    } catch {
      failed(error)
    }
  }

  /// Brings the store up to date.
  func write() {
    guard !isClosed, !retries.isWaiting else { return }
    takeUp()
    guard let stores = keeper.stores, generation != nil else { return }
    if generation != stores.generation {
      // A fresh file has replaced a damaged one. The state in memory is complete.
      changed = Set(documents.keys)
      changedMarks = Set(bookmarks.keys)
      (gone, goneMarks) = ([], [])
      generation = stores.generation
    }
    guard !(changed.isEmpty && gone.isEmpty && changedMarks.isEmpty && goneMarks.isEmpty) else { return }
    do throws(StoreError) {
      try stores.documents.save(changed.compactMap { documents[$0] })
      changed = []
      for number in goneMarks { try stores.bookmarks.remove(number) }
      goneMarks = []
      for id in gone { try stores.documents.remove(id) }
      gone = []
      try stores.bookmarks.save(changedMarks.compactMap { bookmarks[$0] })
      changedMarks = []
      keeper.tidySoon()
      worked()
    } catch {
      failed(error)
    }
  }

  /// Writes everything for the last time; nothing is written afterwards.
  func close() {
    retries.stop()
    write()
    isClosed = true
  }

  private func failed(_ error: StoreError) {
    retries.failed { log.warning("the library cannot be kept, and is tried again: \(error)") }
    if error.code == .damaged { keeper.failed(error) }
    guard !isClosed else { return }
    retries.schedule { [weak self] in self?.write() }
  }

  private func worked() { retries.worked { log.info("the library is kept again") } }
}

extension DocumentPlace {
  /// True if both name the same scalar of the same chapter. Their times may differ, with the speed of the voice.
  fileprivate func isAt(_ other: DocumentPlace) -> Bool { chapter == other.chapter && scalar == other.scalar }
}

extension KeptDocument {
  /// True if lists show the same for both, apart from the place and the time at which it was heard.
  func isShown(as other: KeptDocument) -> Bool {
    (path, kind, title, authors, language, artURL) == (
      other.path, other.kind, other.title, other.authors, other.language, other.artURL
    )
      && (added, finished, chapters, study?.isOn ?? false) == (
        other.added, other.finished, other.chapters, other.study?.isOn ?? false
      )
  }
}
