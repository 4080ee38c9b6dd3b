import Documents
import EventLoop
import Playback
import Reading
import Recordings
import Workers

/// Pictures of recordings. Each is made beside the playing while somebody looks, and kept for the next time.
///
/// A decoder of its own reads the file, at idle priority and for at most half of the time, so that the sound is not
/// disturbed. It ends soon after the last question, and goes on at the next one.
@Core
final class Waveforms {
  /// The time after the last question until nobody looks any more.
  static let attention = Duration.seconds(5)
  /// The most pictures in memory.
  private static let most = 16
  /// The sound that is decoded at a time, in seconds. Between two such parts the decoder rests as long as it took.
  private static let portion = 20

  /// The picture of a track.
  private final class Picture {
    let track: TrackID
    let path: String
    /// The content of its file, once that was opened.
    var id: ContentID?
    var waveform: Waveform?
    /// True if nothing can be added.
    var isOver = false
    /// True if it has more than its kept copy.
    var isUnsaved = false
    var asked: Instant

    init(_ track: TrackID, _ path: String, asked: Instant) {
      (self.track, self.path, self.asked) = (track, path, asked)
    }
  }

  private let keeper: (any WaveformKeeper)?
  private let files: any TextOpening
  private let decoders: any PeakOpener
  private let scheduler: any Scheduler
  /// The last asked at the end.
  private var pictures: [Picture] = []
  /// The picture that is being made: one at a time.
  private var current: Picture?
  private var decoder: (any PeakDecoder)?
  private var watch: TimerToken?
  private var rest: TimerToken?
  private var portionStart: Instant

  init(
    keeper: (any WaveformKeeper)?, files: any TextOpening, decoders: any PeakOpener, scheduler: any Scheduler
  ) {
    (self.keeper, self.files, self.decoders, self.scheduler) = (keeper, files, decoders, scheduler)
    portionStart = scheduler.now
  }

  /// The picture of a recording as far as it is there, and true if nothing will be added. Who asks looks at it: it is
  /// made for a while.
  func picture(of track: TrackID, at path: String) -> (waveform: Waveform?, isComplete: Bool) {
    let picture = pictures.first { $0.track == track && $0.path == path } ?? Picture(track, path, asked: scheduler.now)
    picture.asked = scheduler.now
    pictures.removeAll { $0.track == track }
    pictures.append(picture)
    if pictures.count > Self.most { pictures.removeFirst() }
    if !picture.isOver, picture !== current { begin(picture) }
    return (picture.waveform, picture.isOver)
  }

  // MARK: Making

  private func begin(_ picture: Picture) {
    stop()
    current = picture
    setWatch()
    files.open(.path(picture.path)) { [weak self] result in
      guard let self, current === picture else { return }
      switch result {
      case .success(let source) where source.file.isRecording: opened(source, picture)
      case .success, .failure: finish(picture)
      }
    }
  }

  private func opened(_ source: TextSource, _ picture: Picture) {
    let id = source.file.contentID
    // Another file has taken its place.
    if picture.id != id { picture.waveform = nil }
    picture.id = id
    guard picture.waveform == nil, let id, let keeper else { return decode(source, picture) }
    keeper.load(id) { [weak self] kept in
      guard let self, current === picture else { return }
      picture.waveform = kept
      decode(source, picture)
    }
  }

  private func decode(_ source: TextSource, _ picture: Picture) {
    if picture.waveform?.isWhole == true { return finish(picture) }
    decoder = decoders.openPeaks(source.file) { [weak self] event in
      guard let self, current === picture else { return }
      take(event, picture)
    }
  }

  private func take(_ event: RecordingEvent, _ picture: Picture) {
    switch event {
    case .described(let description):
      if picture.waveform?.sampleRate != description.sampleRate {
        picture.waveform = Waveform(sampleRate: description.sampleRate)
      }
      if let done = picture.waveform?.frames, done > 0 { decoder?.seek(to: done) }
      want(picture)
    case .peaks(_, let frames, let peaks):
      guard let each = picture.waveform?.finestPart else { return }
      picture.waveform?.append(peaks, frames: frames, each: each)
      picture.isUnsaved = true
      let pause = max(portionStart.duration(to: scheduler.now), .milliseconds(1))
      rest = scheduler.schedule(after: pause) { [weak self] in
        guard let self else { return }
        rest = nil
        if current === picture { want(picture) }
      }
    case .atEnd, .brokenOff:
      picture.waveform?.end()
      picture.isUnsaved = true
      finish(picture)
    // It ends with what could be decoded.
    case .failed: finish(picture)
    case .cover, .samples, .levels, .length, .index: break
    }
  }

  private func want(_ picture: Picture) {
    guard let waveform = picture.waveform else { return }
    let each = waveform.finestPart
    portionStart = scheduler.now
    decoder?.wantPeaks(frames: max(1, Self.portion * waveform.sampleRate / each) * each, each: each)
  }

  // MARK: The end

  private func finish(_ picture: Picture) {
    picture.isOver = true
    stop()
  }

  /// Ends the making for now, and keeps the part that is there.
  private func stop() {
    scheduler.cancel(&watch)
    scheduler.cancel(&rest)
    decoder?.abandon()
    decoder = nil
    guard let picture = current else { return }
    current = nil
    guard picture.isUnsaved, let id = picture.id, let waveform = picture.waveform else { return }
    picture.isUnsaved = false
    keeper?.keep(waveform, of: id)
  }

  private func setWatch() {
    guard let asked = current?.asked else { return }
    watch = scheduler.schedule(at: asked.advanced(by: Self.attention)) { [weak self] in
      guard let self, let current else { return }
      watch = nil
      if current.asked.advanced(by: Self.attention) <= scheduler.now { stop() } else { setWatch() }
    }
  }
}

/// Keeps pictures of recordings for the next time.
@Core
protocol WaveformKeeper: AnyObject {
  /// Calls back with the kept picture of a file, whole or not; `nil` if there is none. Perhaps within the call.
  func load(_ id: ContentID, done: @escaping @Core (Waveform?) -> Void)
  /// Keeps a picture instead of an earlier one of the same file. A failure is no error: it is made again.
  func keep(_ waveform: Waveform, of id: ContentID)
}

/// Opens recordings for what is found in them beside the playing: their pictures and their levels.
@Core
protocol PeakOpener: AnyObject {
  /// Opens a recording at idle priority. Events never come from within a call.
  func openPeaks(_ file: any TextFile, events: @escaping @Core (RecordingEvent) -> Void) -> any PeakDecoder
}

/// Finds the peaks or the levels of an open recording.
@Core
protocol PeakDecoder: AnyObject {
  /// Tells the loudest sample of each `each` of the next frames; nothing else may be wanted at the time.
  func wantPeaks(frames: Int, each: Int)
  /// Tells the levels of the next hundredths of a second, from the beginning on; nothing else may ever be wanted.
  func wantLevels(count: Int)
  /// Goes on at a frame.
  func seek(to frame: Int64)
  /// Closes the recording. No event follows.
  func abandon()
}
