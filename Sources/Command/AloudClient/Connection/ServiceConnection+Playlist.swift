package import AloudAPI
package import BusValues
import EventLoop

/// The answer to the opening of a playlist.
package struct OpenedPlaylist {
  /// The first track of each file, in the order of the list.
  package var tracks: [ObjectPath]
  /// The files that cannot be read.
  package var refused: [(name: String, error: BusError)]
}

extension ServiceConnection {
  /// The time limit for all files of a playlist: each of ten thousand takes some milliseconds.
  private static let playlistPatience = Duration.seconds(600)

  /// Sends a playlist, and returns when all its files are in the queue.
  ///
  /// - Parameter descriptor: the list; stays the caller's.
  package func openPlaylist(
    _ descriptor: CInt, _ options: SpeakOptions, task: String
  ) async throws(ClientFailure) -> OpenedPlaylist {
    let answer = try await call(
      .openPlaylist(0, options), descriptors: [descriptor], task: task, patience: Self.playlistPatience)
    guard answer.count == 2, let tracks = answer[0].asObjectPaths else {
      throw ClientFailure(task: task, .strangeAnswer("tracks"))
    }
    let refused = (answer[1].asArray ?? []).compactMap { value -> (name: String, error: BusError)? in
      guard let parts = value.asStructure?.compactMap(\.asString), parts.count == 3 else { return nil }
      return (parts[0], BusError(name: parts[1], message: parts[2]))
    }
    return OpenedPlaylist(tracks: tracks, refused: refused)
  }
}
