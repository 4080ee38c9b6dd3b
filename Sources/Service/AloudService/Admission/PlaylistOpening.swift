import AloudAPI
import BusValues
import Documents
import EventLoop
import MPRIS
import Playback
import Reading
import Vocabulary

/// The texts of a request that are in the queue, and those that cannot be read.
struct Opened {
  /// A file of a playlist that cannot be read.
  struct Refusal {
    /// Its name, for messages.
    var name: String
    var error: BusError
  }

  /// The first track of each text, in order.
  var tracks: [TrackID] = []
  /// The files of a playlist that cannot be read.
  var refused: [Refusal] = []
  /// The reason why there is no track; `nil` if there is one.
  var failure: BusError?
}

/// Opens the files of a playlist, one after the other, as if the listener had named them.
///
/// The object keeps itself alive until it calls `done`, once.
@Core
final class PlaylistOpening {
  /// Opens one file: its options, the paths at which it may be, its title in the list, and false for `replacing` if the
  /// list has named it before.
  typealias OpenFile =
    @Core (
      SpeakOptions, _ paths: [String], _ title: String, _ replacing: Bool, _ done: @escaping ClientOpenings.Completion
    ) -> Void

  /// Errors of the request or of the service. Further files of the list would have the same.
  private static let final: Set<String> = [
    APIErrorCode.busy.busName, APIErrorCode.noVoice.busName, APIErrorCode.invalidOption.busName,
    BusError.limitsExceeded("").name, APIErrorCode.hushed.busName,
  ]

  private let session: Session
  private let folder: String
  private var options: SpeakOptions
  private let openFile: OpenFile
  private let begun: @Core (TrackID) -> Void
  private let done: @Core (Opened) -> Void
  private var rest: ArraySlice<PlaylistEntry> = []
  private var named: Set<[String]> = []
  private var opened = Opened()
  private var isOnlyAddresses = true

  /// - Parameters:
  ///   - folder: the absolute path of the list's folder.
  ///   - begun: called with the first track.
  init(
    _ options: SpeakOptions, folder: String, session: Session, openFile: @escaping OpenFile,
    begun: @escaping @Core (TrackID) -> Void, done: @escaping @Core (Opened) -> Void
  ) {
    self.session = session
    self.folder = folder
    self.options = options
    // They belong to the list.
    (self.options.url, self.options.chapters, self.options.format) = (nil, nil, nil)
    self.openFile = openFile
    self.begun = begun
    self.done = done
  }

  func run(_ entries: [PlaylistEntry]) {
    rest = entries[...]
    next()
  }

  /// Opens the next file that has a path.
  private func next() {
    while let entry = rest.popFirst() {
      let paths: [String]
      do throws(ReadingError) { paths = try entry.paths(in: folder) } catch {
        if error.code != .unknownFormat { isOnlyAddresses = false }
        opened.refused.append(.init(name: entry.name, error: error.busError))
        continue
      }
      isOnlyAddresses = false
      // A file that is named twice is heard twice.
      let isNew = named.insert(paths).inserted
      return openFile(options, paths, entry.title, isNew) { self.take($0, of: entry) }
    }
    end()
  }

  private func take(_ result: Result<TrackID, BusError>, of entry: PlaylistEntry) {
    switch result {
    case .success(let id):
      if isRemoved { rest = [] }
      opened.tracks.append(id)
      options.after = id.objectPath
      if opened.tracks.count == 1 { begun(id) }
    case .failure(let error):
      if Self.final.contains(error.name) {
        rest = []
        if opened.tracks.isEmpty {
          opened.failure = error
          return done(opened)
        }
      }
      opened.refused.append(.init(name: entry.name, error: error))
    }
    next()
  }

  /// True if the listener has removed everything of the list from the queue.
  private var isRemoved: Bool {
    !opened.tracks.isEmpty && !opened.tracks.contains { session.player.entry($0) != nil }
  }

  private func end() {
    if opened.tracks.isEmpty { opened.failure = failure }
    done(opened)
  }

  /// The reason why no file of the list can be read.
  private var failure: BusError {
    if isOnlyAddresses {
      opened.refused = []
      let reason = "a playlist of addresses only; none of them is a file of this machine"
      return ReadingError(.unknownFormat, reason).busError
    }
    guard let first = opened.refused.first, opened.refused.count > 1 else {
      return opened.refused.first?.error ?? ReadingError(.empty, "the playlist names no file").busError
    }
    return BusError(
      name: first.error.name,
      message: "none of the \(opened.refused.count) files of the playlist can be read: \(first.error.message)")
  }
}
