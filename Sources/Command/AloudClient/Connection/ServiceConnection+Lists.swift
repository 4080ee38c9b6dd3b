package import AloudAPI
import BusValues
import EventLoop

// The lists of the service.
extension ServiceConnection {
  /// The queue; `nil` if no service is running. None is started.
  package func tracks() async throws(ClientFailure) -> [TrackEntry]? {
    guard let answer = try await callIfRunning(.listTracks, task: "list the queue") else { return nil }
    return (answer.first?.asArray ?? []).compactMap { $0.asVardict.flatMap(TrackEntry.init) }
  }

  /// The library: what was read last comes first. `nil` if no service is running; none is started.
  ///
  /// - Parameter task: completes "cannot …" in the description of a failure.
  package func documents(task: String = "list the library") async throws(ClientFailure) -> [LibraryEntry]? {
    guard let answer = try await callIfRunning(.listDocuments, task: task) else { return nil }
    return (answer.first?.asArray ?? []).compactMap { $0.asVardict.flatMap(LibraryEntry.init) }
  }

  /// The bookmarks of a document, in the order of its text. Starts a service that has ended meanwhile.
  ///
  /// - Parameters:
  ///   - document: the document's id; empty for all documents.
  ///   - task: completes "cannot …" in the description of a failure.
  package func bookmarks(of document: String, task: String) async throws(ClientFailure) -> [BookmarkEntry] {
    let answer = try await call(.listBookmarks(document: document), task: task)
    return (answer.first?.asArray ?? []).compactMap { $0.asVardict.flatMap(BookmarkEntry.init) }
  }
}
