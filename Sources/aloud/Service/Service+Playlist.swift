import AloudAPI
import BusValues
import CommandOutput
import EventLoop

/// The answer to the opening of a playlist.
struct OpenedPlaylist {
  /// The first track of each file, in the order of the list.
  var tracks: [ObjectPath]
  /// The files that cannot be read.
  var refused: [(name: String, error: BusError)]
}

extension Service {
  /// The time limit for all files of a playlist: each of ten thousand takes some milliseconds.
  private static let playlistPatience = Duration.seconds(600)

  /// Sends a playlist, and returns when all its files are in the queue.
  ///
  /// - Parameter descriptor: the list; stays the caller's.
  func openPlaylist(
    _ descriptor: CInt, _ options: SpeakOptions, task: String
  ) async throws(Failure) -> OpenedPlaylist {
    let answer = try await call(
      .openPlaylist(0, options), descriptors: [descriptor], task: task, patience: Self.playlistPatience)
    guard answer.count == 2, let tracks = answer[0].asObjectPaths else {
      throw Failure(.failed, "cannot \(task): the service did not answer with tracks")
    }
    let refused = (answer[1].asArray ?? []).compactMap { value -> (name: String, error: BusError)? in
      guard let parts = value.asStructure?.compactMap(\.asString), parts.count == 3 else { return nil }
      return (parts[0], BusError(name: parts[1], message: parts[2]))
    }
    return OpenedPlaylist(tracks: tracks, refused: refused)
  }
}
