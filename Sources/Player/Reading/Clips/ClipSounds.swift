package import EventLoop
import Playback
import Speech
import Vocabulary

/// The sound of clips: measured before they are queued, and decoded again each time when they are heard.
@Core
package final class ClipSounds {
  /// The clips that are surveyed at the same time. Each takes a process.
  private static let mostAtOnce = 4

  private let recordings: any RecordingOpener
  private let scheduler: any Scheduler
  /// Opens the files of clips that an earlier run left.
  weak var texts: (any KeptTexts)?

  init(recordings: any RecordingOpener, scheduler: any Scheduler) {
    self.recordings = recordings
    self.scheduler = scheduler
  }

  // MARK: Before they are queued

  /// A survey that is under way.
  @Core
  package final class Survey {
    fileprivate var waiting: ArraySlice<Clip>
    fileprivate var running: [ObjectIdentifier: ClipDecoding] = [:]
    /// The frames of all clips so far.
    fileprivate var total: Frame = 0
    private var done: (@Core (Result<Void, ReadingError>) -> Void)?

    fileprivate init(_ clips: [Clip], done: @escaping @Core (Result<Void, ReadingError>) -> Void) {
      waiting = clips[...]
      self.done = done
    }

    fileprivate func end(_ result: Result<Void, ReadingError>) {
      let done = done
      cancel()
      done?(result)
    }

    /// Nobody wants its result any more, which is not told.
    func cancel() {
      waiting = []
      for decoding in running.values { decoding.abandon() }
      running = [:]
      done = nil
    }
  }

  /// Finds out the lengths and the loudness of clips, each given once; `done` is called in a later turn.
  package func survey(_ clips: [Clip], done: @escaping @Core (Result<Void, ReadingError>) -> Void) -> Survey {
    let survey = Survey(clips, done: done)
    if clips.isEmpty { scheduler.schedule(after: .zero) { survey.end(.success(())) } }
    for _ in 0..<Self.mostAtOnce { begin(survey) }
    return survey
  }

  private func begin(_ survey: Survey) {
    guard let clip = survey.waiting.popFirst() else { return }
    guard let file = clip.file else { preconditionFailure("a clip that is surveyed is open") }
    var loudness = ProgrammeLoudness()
    var frames: Frame = 0
    survey.running[ObjectIdentifier(clip)] = ClipDecoding(file, with: recordings) { [self] event in
      switch event {
      case .samples(let samples):
        loudness.take(samples)
        frames += Frame(samples.count / FrameFormat.parts.channels)
        survey.total += Frame(samples.count / FrameFormat.parts.channels)
        if survey.total > Clip.longest { survey.end(.failure(.tooLong)) }
      case .ended:
        guard frames > 0 else {
          return survey.end(.failure(ReadingError(.empty, "'\(clip.name)' has no sound in it")))
        }
        clip.frames = frames
        clip.gain = loudness.gain
        survey.running[ObjectIdentifier(clip)] = nil
        begin(survey)
        if survey.running.isEmpty { survey.end(.success(())) }
      case .failed(let error):
        survey.end(
          .failure(ReadingError(error.code, "the clip '\(clip.name)' cannot be heard: \(error.message)")))
      }
    }
  }

  // MARK: When they are heard

  /// A clip on its way; it ends with this object.
  @Core
  final class Playing {
    fileprivate var decoding: ClipDecoding?
    fileprivate(set) var isCancelled = false

    /// No event follows.
    func cancel() {
      isCancelled = true
      decoding?.abandon()
      decoding = nil
    }
  }

  /// Decodes a clip of a track, at the loudness of speech. Events never come from within the call.
  func play(_ clip: Clip, of track: TrackID, events: @escaping @Core (ClipDecoding.Event) -> Void) -> Playing {
    let playing = Playing()
    if let file = clip.file {
      playing.decoding = ClipDecoding(file, gain: clip.gain, with: recordings, events: events)
      return playing
    }
    scheduler.schedule(after: .zero) { [self] in
      guard !playing.isCancelled else { return }
      guard let texts, clip.origin != nil else {
        return events(.failed(ReadingError(.unreadable, "its file had no name, and was not kept")))
      }
      texts.open(track, from: clip.origin) { [self] result in
        guard !playing.isCancelled else { return }
        switch result {
        case .success(let source):
          guard clip.isOf(source.file) else { return events(.failed(.changed(source.name))) }
          clip.file = source.file
          playing.decoding = ClipDecoding(source.file, gain: clip.gain, with: recordings, events: events)
        case .failure(let error): events(.failed(error))
        }
      }
    }
    return playing
  }
}
