import EventLoop
import Reading
import Store

/// The parts of the store that outlive the queue.
@Core
struct LibraryStores {
  let documents: DocumentStore
  let bookmarks: BookmarkStore
  let lengths: LengthStore
  private let session: SessionStore

  init(in openStore: OpenStore) {
    session = openStore.store
    documents = DocumentStore(in: session)
    bookmarks = BookmarkStore(in: session)
    lengths = openStore.lengths
  }

  /// See ``Store/SessionStore/generation``.
  var generation: Int { session.generation }
}

extension SessionKeeper {
  /// The stores of the library; `nil` while nothing can be kept.
  var stores: LibraryStores? { isClosed ? nil : openStore.map { LibraryStores(in: $0) } }
}
