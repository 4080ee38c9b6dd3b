package import AloudAPI
import BusValues
import Documents
package import EventLoop
import MPRIS
import Playback
import Speech
import Store
package import Study
import Vocabulary

/// The kept state of the service, read from a copy. Nothing is started or changed, whether the service runs or not.
@Core
package struct KeptState {
  private let session: KeptSession
  private let documents: [KeptDocument]
  private let bookmarks: [KeptBookmark]

  /// `nil` if no state is kept, or it cannot be read.
  package static func load() -> KeptState? {
    guard let path = UserFolder.state else { return nil }
    return StateCopy.opened(path) { folder in
      do throws(StoreError) {
        let folder = try StateFolder(path: folder)
        let store = try SessionStore(in: folder)
        defer {
          store.close()
          folder.unlock()
        }
        let session = try store.load(try PlaceJournal(in: folder).last)
        // A store that was set aside was set aside in the copy. The service reports its error.
        guard store.setAside == nil, !store.isFresh else { return nil }
        return KeptState(
          session: session, documents: try DocumentStore(in: store).all(), bookmarks: try BookmarkStore(in: store).all()
        )
      } catch {
        return nil
      }
    }
  }

  private var current: KeptTrack? { session.player.current.flatMap { session.tracks[$0] } }

  // MARK: The player

  /// The status of the service after a start, except for values that it finds out then.
  package var status: Status {
    var status = Status()
    status.isKept = true
    let player = session.player
    let paused = (SessionState.paused.rawValue, PlaybackStatus.paused.rawValue)
    switch player.wish {
    case .stopped: break
    case .playing:
      (status.state, status.playback) = paused
      status.reason = PauseWord.restart.rawValue
    case .paused(let reason):
      (status.state, status.playback) = paused
      (status.reason, status.detail) = (reason.word.rawValue, reason.detail ?? "")
    }
    (status.globalRate, status.volume) = (player.rate, player.volume.value)
    (status.rate, status.isRateOwn) = (player.ownRate ?? player.rate, player.ownRate != nil)
    (status.loop, status.shuffle) = (player.loop.rawValue, player.shuffle.rawValue)
    status.queueLength = player.entries.count
    guard let current else { return status }
    let entry = current.entry
    status.track = entry.id.path
    status.position = current.place.microseconds
    status.length = entry.length?.microseconds
    status.isLengthExact = entry.length?.isExact ?? false
    status.metadata =
      MetadataMap.value(of: entry.id, TrackDetails(entry.metadata, length: entry.length)).asVardict ?? [:]
    status.number = player.entries.firstIndex { $0.id == entry.id }.map { $0 + 1 }
    status.voice = current.voice.voice.text
    status.book = book(of: current)
    return status
  }

  private func book(of current: KeptTrack) -> DocumentEntry? {
    guard let part = current.chapter else { return nil }
    let chapters = session.player.entries.filter { session.tracks[$0.id]?.chapter?.document == part.document }
    let timeline = BookTimeline(
      chapters.map { BookTimeline.Part(track: $0.id, length: $0.length) }, isWhole: part.count != nil)
    guard chapters.count > 1, let number = timeline.number(of: current.entry.id),
      let position = timeline.position(of: current.entry.id, at: current.place.microseconds)
    else { return nil }
    return DocumentEntry(
      title: current.entry.metadata.album ?? "", chapter: number, chapters: chapters.count, isWhole: timeline.isWhole,
      positionMicroseconds: position, lengthMicroseconds: timeline.length.microseconds,
      isLengthExact: timeline.length.isExact)
  }

  /// The queue.
  package var tracks: [TrackEntry] {
    session.player.entries.map { entry in
      let track = session.tracks[entry.id]
      let isCurrent = entry.id == session.player.current
      let metadata = entry.metadata
      return TrackEntry(
        id: entry.id.objectPath, title: metadata.title, artists: metadata.artists, album: metadata.album,
        url: metadata.url, language: metadata.language, document: track?.chapter?.document.objectPath,
        trackNumber: metadata.trackNumber, contentsNumber: metadata.contentsNumber,
        lengthMicroseconds: entry.length?.microseconds, isLengthExact: entry.length?.isExact ?? false,
        positionMicroseconds: track?.place.microseconds ?? 0,
        state: isCurrent ? status.state : track?.isHeard == true ? TrackEntry.finished : TrackEntry.queued,
        isCurrent: isCurrent)
    }
  }

  // MARK: The library

  /// The documents, in the order in which the service lists them.
  package var library: [LibraryEntry] {
    KeptDocument.ordered(documents, current: documentID).map { document in
      LibraryEntry(
        id: document.id.text, title: document.title, artists: document.authors, kind: document.kind.rawValue,
        language: document.language, uri: FileURI.uri(path: document.path), heard: document.heard?.seconds,
        finished: document.finished?.seconds,
        chapter: (document.place?.number ?? 1) - 1, chapters: document.chapters,
        positionMicroseconds: document.elapsed + (document.place?.microseconds ?? 0),
        lengthMicroseconds: document.length?.microseconds, isLengthExact: document.length?.isExact ?? false)
    }
  }

  /// The way in which a file is or was studied, and the phrases that the listener has made in it; `nil` if it never was.
  ///
  /// - Parameter descriptor: the file, which is known by its content; remains owned by the caller.
  package func study(of descriptor: CInt) -> (plan: StudyPlan, edits: PhraseEdits)? {
    guard let id = ContentID(of: descriptor) else { return nil }
    return documents.first { $0.id == id }?.study.map { ($0.plan, $0.edits) }
  }

  // MARK: Bookmarks

  /// The id of the document that would continue; `nil` if there is none.
  package var document: String? { documentID?.text }

  private var documentID: ContentID? {
    guard case .file(let path, _, _)? = current?.text else { return nil }
    return documents.first { $0.path == path }?.id
  }

  /// Bookmarks in the order of the text.
  ///
  /// - Parameter document: the document's id; empty for all documents.
  package func bookmarks(of document: String) -> [BookmarkEntry] {
    let titles = Dictionary(documents.map { ($0.id, $0.title) }) { first, _ in first }
    return bookmarks.filter { document.isEmpty || $0.document.text == document }.sorted { a, b in
      (a.document.text, a.place.chapter, a.place.scalar, a.number)
        < (b.document.text, b.place.chapter, b.place.scalar, b.number)
    }.map { mark in
      BookmarkEntry(
        number: mark.number, document: mark.document.text, title: titles[mark.document] ?? "",
        chapter: mark.place.number - 1, positionMicroseconds: mark.place.microseconds, sentence: mark.sentence,
        note: mark.note, created: mark.created.seconds)
    }
  }
}
