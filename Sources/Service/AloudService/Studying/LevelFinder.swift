import Documents
import EventLoop
import Playback
import Reading
import Recordings
import Speech
import Vocabulary

/// Finds the levels of whole recordings, one recording after another: those that are kept, or with a decoder of its own
/// at idle priority, so that the sound is not disturbed.
@Core
final class LevelFinder {
  /// The levels of a recording.
  struct Found {
    var levels: Levels
    /// The reason for people why the recording has no more than that; `nil` if it is whole.
    var loss: String?
  }

  /// The seconds that are asked for at a time, so that there is progress to tell.
  private static let portion = 10
  /// The most recordings whose levels stay in memory: those for which the listener tries numbers.
  private static let most = 2

  /// The search for a track.
  private final class Search {
    let track: TrackID
    let path: String
    let done: @Core (Result<Found, ReadingError>) -> Void
    /// The content of its file, once that was opened.
    var id: ContentID?
    var levels: Levels?
    /// The length of the recording as far as it is known, in frames.
    var length: Frame?

    init(_ track: TrackID, _ path: String, done: @escaping @Core (Result<Found, ReadingError>) -> Void) {
      (self.track, self.path, self.done) = (track, path, done)
    }
  }

  private let keeper: (any LevelKeeper)?
  private let files: any TextOpening
  private let decoders: any PeakOpener
  private var waiting: [Search] = []
  private var current: Search?
  private var decoder: (any PeakDecoder)?
  /// The levels that were found last, by the contents of their files.
  private var recent: [(id: ContentID, found: Found)] = []

  init(keeper: (any LevelKeeper)?, files: any TextOpening, decoders: any PeakOpener) {
    (self.keeper, self.files, self.decoders) = (keeper, files, decoders)
  }

  /// Finds the levels of the recording at a path, for a track. An earlier search for it is given up.
  ///
  /// - Parameter done: called once, unless the search is given up.
  func find(for track: TrackID, at path: String, done: @escaping @Core (Result<Found, ReadingError>) -> Void) {
    giveUp(track)
    waiting.append(Search(track, path, done: done))
    beginNext()
  }

  /// Nobody waits for the levels of a track any more.
  func giveUp(_ track: TrackID) {
    waiting.removeAll { $0.track == track }
    guard current?.track == track else { return }
    close()
    beginNext()
  }

  /// The part of the recording of a track that was looked at, 0…1; `nil` if none is searched for.
  func progress(of track: TrackID) -> Double? {
    if waiting.contains(where: { $0.track == track }) { return 0 }
    guard let current, current.track == track else { return nil }
    guard let levels = current.levels, let length = current.length, length > 0 else { return 0 }
    return min(1, Double(Levels.firstFrame(of: levels.count, at: levels.sampleRate)) / Double(length))
  }

  // MARK: The search

  private func beginNext() {
    guard current == nil, !waiting.isEmpty else { return }
    let search = waiting.removeFirst()
    current = search
    files.open(.path(search.path)) { [weak self] result in
      guard let self, current === search else { return }
      switch result {
      case .success(let source) where source.file.isRecording: opened(source, search)
      case .success: end(search, .failure(ReadingError(.unknownFormat, "it is no recording any more")))
      case .failure(let error): end(search, .failure(error))
      }
    }
  }

  private func opened(_ source: TextSource, _ search: Search) {
    search.id = source.file.contentID
    if let known = recent.first(where: { $0.id == search.id }) { return end(search, .success(known.found)) }
    guard let id = search.id, let keeper else { return decode(source, search) }
    keeper.load(id) { [weak self] kept in
      guard let self, current === search else { return }
      guard let kept, kept.isWhole else { return decode(source, search) }
      remember(Found(levels: kept), id)
      end(search, .success(Found(levels: kept)))
    }
  }

  private func decode(_ source: TextSource, _ search: Search) {
    decoder = decoders.openPeaks(source.file) { [weak self] event in
      guard let self, current === search else { return }
      take(event, search)
    }
  }

  private func take(_ event: RecordingEvent, _ search: Search) {
    switch event {
    case .described(let description):
      search.levels = Levels(sampleRate: description.sampleRate)
      search.length = description.frames
      want()
    case .levels(_, let more):
      search.levels?.append(more)
      // Nothing behind the longest recording is divided.
      if search.levels.map({ $0.count < Levels.most }) ?? false { want() } else { finish(search, nil, nil) }
    case .length(let frames, _): search.length = frames
    case .atEnd(let frames): finish(search, frames, nil)
    case .brokenOff(let frame, let reason): finish(search, frame, reason)
    case .failed(let trouble):
      // A file that ends the decoder in its middle is broken there.
      guard search.levels?.values.isEmpty ?? true else { return finish(search, nil, trouble.description) }
      end(search, .failure(ReadingError(trouble)))
    case .cover, .samples, .peaks, .index: break
    }
  }

  private func want() { decoder?.wantLevels(count: Self.portion * Levels.perSecond) }

  private func finish(_ search: Search, _ frames: Frame?, _ loss: String?) {
    guard var levels = search.levels, !levels.values.isEmpty else {
      return end(search, .failure(ReadingError(.empty, loss ?? "there is no sound in it")))
    }
    levels.end(frames: frames ?? Levels.firstFrame(of: levels.count, at: levels.sampleRate))
    let found = Found(levels: levels, loss: loss)
    if let id = search.id {
      remember(found, id)
      if loss == nil { keeper?.keep(levels, of: id) }
    }
    end(search, .success(found))
  }

  private func remember(_ found: Found, _ id: ContentID) {
    recent.removeAll { $0.id == id }
    recent.append((id, found))
    if recent.count > Self.most { recent.removeFirst() }
  }

  private func end(_ search: Search, _ result: Result<Found, ReadingError>) {
    close()
    search.done(result)
    beginNext()
  }

  private func close() {
    decoder?.abandon()
    decoder = nil
    current = nil
  }
}
