import AloudAPI
import Announcements
import BusValues
import Configuration
import EventLoop
import Playback
import Reading
import Vocabulary

/// Speaks one announcement at a time, and reports by the number of the run.
@Core
final class AnnouncementVoice {
  typealias Run = AnnouncementLane.Run

  /// The sound of an announcement.
  struct Material {
    /// The text that is spoken.
    var text: String
    /// Texts and clips, whose text ``text`` is; `nil` if there is no clip.
    var parts: UtteranceParts?
    /// The options about the voice.
    var options: SpeakOptions
  }

  /// News about a run, or about the sound.
  enum Report {
    case started(Run)
    case finished(Run)
    /// It ended with a sentence, as asked for.
    case stopped(Run)
    case failed(Run, String)
    /// The private route of the sound is gone.
    case routeLost
  }

  /// The length of the fade before an announcement ends early.
  private static let fade = Duration.milliseconds(250)

  private let makeStage: @Core (@escaping @Core (SessionNotice) -> Void) -> AnnouncementStage
  private let files: any TextOpening
  private let scheduler: any Scheduler
  private var stage: AnnouncementStage?
  private var run: Run?
  /// The track of the run, once it is in the stage's queue.
  private var track: TrackID?
  /// The reason why a fixed sound stands for the text, which no engine speaks; `nil` if it is spoken.
  private var trouble: String?
  /// True if the run is to end with its sentence.
  private var isEnding = false
  /// A fade that is under way, after which the track is removed.
  private var fading: (timer: TimerToken, track: TrackID?)?
  /// Speaks the next one, after the fade.
  private var next: (@Core () -> Void)?
  var report: (@Core (Report) -> Void)?
  /// True if the stream is kept ready between announcements.
  var isKeptReady = false { didSet { stage?.isKeptReady = isKeptReady } }
  /// The general volume, 0…1.
  var volume: CubicLevel = 1 { didSet { if volume != oldValue { stage?.session.send(.setVolume(volume)) } } }

  /// Applies a changed configuration of the output. A later stage has the present one.
  func configure(_ settings: Settings.Output) { stage?.configure(settings) }

  /// - Parameters:
  ///   - files: stores the texts for the reader.
  ///   - stage: makes the player when something is announced.
  init(
    files: any TextOpening, scheduler: any Scheduler,
    stage: @escaping @Core (@escaping @Core (SessionNotice) -> Void) -> AnnouncementStage
  ) {
    self.files = files
    self.scheduler = scheduler
    makeStage = stage
  }

  /// Speaks an announcement in place of any other.
  ///
  /// - Parameter rate: the listener's rate.
  func speak(_ run: Run, _ material: Material, rate: Double) {
    guard fading == nil else {
      // Two announcements are never heard at once.
      self.run = run
      next = { [weak self] in
        guard let self, self.run == run else { return }
        begin(run, material, rate: rate)
      }
      return
    }
    removeTrack()
    self.run = run
    begin(run, material, rate: rate)
  }

  private func begin(_ run: Run, _ material: Material, rate: Double) {
    track = nil
    (isEnding, trouble) = (false, nil)
    let stage = readyStage()
    if stage.session.player.globalRate != rate { stage.session.send(.setGlobalRate(rate)) }
    files.open(.string(material.text)) { [weak self] result in
      guard let self, self.run == run else { return }
      do throws(ReadingError) { open(try result.get(), for: run, material, on: stage) } catch {
        fail(run, error.message)
      }
    }
  }

  private func open(_ source: TextSource, for run: Run, _ material: Material, on stage: AnnouncementStage) {
    source.isKept = false
    var options = material.options
    options.chapters = false
    stage.transport.open(
      source, options, parts: material.parts, at: .exactly(.now),
      admitting: admission(of: run)
    ) { [weak self] result in
      guard let self, self.run == run else { return }
      switch result {
      case .success(let id): track = id
      case .failure(let error): failed(run, error.message)
      }
    }
  }

  // MARK: Without an engine

  /// The text cannot be spoken: a fixed sound tells that there was something.
  private func failed(_ run: Run, _ message: String) {
    guard trouble == nil, let stage else { return fail(run, trouble ?? message) }
    trouble = message
    removeTrack()
    files.open(.stored { () throws(ReadingError) in Chime.wav() }) { [weak self] result in
      guard let self, self.run == run else { return }
      guard case .success(let sound) = result else { return fail(run, message) }
      var parts = UtteranceParts()
      parts.append(Clip(sound.file))
      files.open(.string(parts.text)) { [weak self] result in
        guard let self, self.run == run else { return }
        guard case .success(let source) = result else { return fail(run, message) }
        source.isKept = false
        stage.play(parts, source, admitting: admission(of: run)) { [weak self] result in
          guard let self, self.run == run else { return }
          switch result {
          case .success(let id): track = id
          case .failure(let error): fail(run, "\(message); nor is its sound: \(error.message)")
          }
        }
      }
    }
  }

  /// A run that was cancelled while it was read does not enter the queue.
  private func admission(of run: Run) -> OpeningQueue.Admitting {
    { [weak self] _ throws(ReadingError) in
      guard self?.run == run else { throw ReadingError(.stale, "it was cancelled") }
    }
  }

  private func readyStage() -> AnnouncementStage {
    if let stage { return stage }
    let new = makeStage { [weak self] in self?.take($0) }
    new.isKeptReady = isKeptReady
    if volume != 1 { new.session.send(.setVolume(volume)) }
    stage = new
    return new
  }

  /// Connects to PipeWire before something is spoken.
  func warm() { readyStage().output.warm() }

  // MARK: Ends

  /// Ends a run. After `atOnce` and `fade` nothing is reported about it any more.
  func stop(_ run: Run, _ stop: AnnouncementLane.Stop) {
    guard run == self.run, let stage else { return }
    switch stop {
    case .atOnce:
      self.run = nil
      endFade()
      removeTrack()
    case .fade:
      self.run = nil
      guard fading == nil, let track else { return removeTrack() }
      self.track = nil
      stage.output.lower(to: 0, over: Self.fade)
      fading = (scheduler.schedule(after: Self.fade) { [weak self] in self?.endFade() }, track)
    case .sentenceEnd:
      isEnding = true
      stage.session.pause(atEndOf: .sentence)
      settle(stage.session.snapshot)
    }
  }

  private func endFade() {
    guard let (timer, faded) = fading, let stage else { return }
    scheduler.cancel(timer)
    fading = nil
    if let faded { stage.session.send(.remove([faded])) }
    let next = next
    self.next = nil
    // The gain returns in silence, not under the rest of the sound.
    stage.output.whenSilent(within: .milliseconds(200)) {
      stage.output.lower(to: 1, over: .zero)
      next?()
    }
  }

  private func removeTrack() {
    guard let track else { return }
    self.track = nil
    stage?.session.send(.remove([track]))
  }

  private func fail(_ run: Run, _ message: String) {
    self.run = nil
    removeTrack()
    // The lane may speak the next one at once, and this may be within a call of it.
    scheduler.schedule(after: .zero) { [weak self] in self?.report?(.failed(run, message)) }
  }

  // MARK: Notices

  private func take(_ notice: SessionNotice) {
    switch notice {
    case .utterance(let event, let id): heard(event, id)
    case .changed(_, let new): settle(new)
    case .failed(let id, let error) where id == track: if let run { failed(run, error.message) }
    case .gaveUp(let error): if let run { failed(run, error.message) }
    case .blocked(_, let error): if let run { fail(run, error.message) }
    default: break
    }
  }

  private func heard(_ event: Player.UtteranceEvent, _ id: TrackID) {
    // The sound may begin before the answer about the track.
    guard let run, track == nil || id == track else { return }
    switch event {
    case .started:
      track = id
      if trouble == nil { report?(.started(run)) }
    case .finished:
      track = id
      if let trouble { return fail(run, trouble) }
      self.run = nil
      removeTrack()
      report?(.finished(run))
    case .cancelled, .paused, .resumed: break
    }
  }

  private func settle(_ snapshot: Snapshot) {
    guard snapshot.status == .paused, let reason = snapshot.pauseReason else { return }
    if reason.word == .routeLost { report?(.routeLost) }
    if isEnding, let run, reason.word == .mark || reason.word == .user {
      isEnding = false
      self.run = nil
      removeTrack()
      report?(.stopped(run))
    }
  }
}
