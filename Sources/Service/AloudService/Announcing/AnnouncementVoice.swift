import AloudAPI
import Announcements
import BusValues
import Configuration
import EventLoop
import Playback
import Reading
import Speech
import Vocabulary

/// Speaks one announcement at a time, and reports by the number of the run. Performs what the
/// ``Announcements/AnnouncementSpeaker`` decides, and tells it what the player reports.
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
    /// True if they are wishes of the listener or of a notification: another voice speaks where one does not exist.
    var areWishes = false
    /// True for what a screen-reading program says, most often to a key.
    var isEcho = false
    /// True if its words are reported.
    var tellsWords = false
  }

  /// News about a run, or about the sound.
  enum Report {
    case run(AnnouncementSpeaker<TrackID>.Report)
    /// The private route of the sound is gone.
    case routeLost
    /// One that faded out is silent.
    case silent
  }

  /// The length of the fade before an announcement ends early.
  private static let fade = Duration.milliseconds(250)
  /// The longest wait for silence after it.
  private static let patience = Duration.milliseconds(200)

  private let makeStage: @Core (@escaping @Core (SessionNotice) -> Void) -> AnnouncementStage
  private let files: any TextOpening
  private let scheduler: any Scheduler
  private var stage: AnnouncementStage?
  private var speaker = AnnouncementSpeaker<TrackID>()
  /// The sound of the speaker's run, and the listener's rate.
  private var material: (sound: Material, rate: Double)?
  private var fadeTimer: TimerToken?
  /// Effects of an event that came while others were performed.
  private var pending: [AnnouncementSpeaker<TrackID>.Effect] = []
  private var isPerforming = false
  /// Gets the reports.
  let reports = Relay<Report>()
  /// The output, from the first announcement on.
  var output: OutputDriver? { stage?.output }
  /// True while one that is over may still be heard.
  var isFading: Bool { speaker.isFading }
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

  // MARK: Orders

  /// Speaks an announcement in place of any other.
  ///
  /// - Parameter rate: the listener's rate.
  func speak(_ run: Run, _ material: Material, rate: Double) {
    self.material = (material, rate)
    handle(.speak(run))
  }

  /// Ends a run. After `atOnce` and `fade` nothing is reported about it any more.
  func stop(_ run: Run, _ stop: AnnouncementLane.Stop) {
    // A run that has not begun yet has no sentence to be ended.
    if stop == .sentenceEnd, speaker.run != run { reports(.run(.stopped(run))) }
    handle(.stop(run, stop))
  }

  /// The voices of the engines are others than they were.
  func forgetVoices() { stage?.transport.forgetVoices() }

  /// Silences also what fades out.
  func silence() { handle(.silence) }

  /// Connects to PipeWire before something is spoken.
  func warm() { readyStage().output.warm() }

  private func handle(_ event: AnnouncementSpeaker<TrackID>.Event) {
    pending += speaker.handle(event)
    guard !isPerforming else { return }
    isPerforming = true
    while !pending.isEmpty { perform(pending.removeFirst()) }
    isPerforming = false
  }

  private func perform(_ effect: AnnouncementSpeaker<TrackID>.Effect) {
    let stage = readyStage()
    switch effect {
    case .open(let run): open(run, on: stage)
    case .openSign(let run): openSign(of: run, on: stage)
    case .remove(let track): stage.session.send(.remove([track]))
    case .fadeOut(let fade):
      stage.output.lower(to: 0, over: Self.fade)
      fadeTimer = scheduler.schedule(after: Self.fade) { [weak self] in
        self?.fadeTimer = nil
        self?.handle(.faded(fade))
      }
    case .awaitSilence(let fade):
      scheduler.cancel(&fadeTimer)
      // The level returns in silence, not under the rest of the sound.
      stage.output.whenSilent(within: Self.patience) { [weak self] in
        stage.output.lower(to: 1, over: .zero)
        self?.handle(.silent(fade))
        self?.reports(.silent)
      }
    case .endWithSentence:
      stage.session.pause(atEndOf: .sentence)
      settle(stage.session.snapshot)
    case .report(let report): tell(report)
    }
  }

  private func tell(_ report: AnnouncementSpeaker<TrackID>.Report) {
    guard case .failed = report else { return reports(.run(report)) }
    // The lane may speak the next one at once, which may fail at once, too.
    scheduler.schedule(after: .zero) { [reports] in reports(.run(report)) }
  }

  private func readyStage() -> AnnouncementStage {
    if let stage { return stage }
    let new = makeStage { [weak self] in self?.take($0) }
    new.isKeptReady = isKeptReady
    if volume != 1 { new.session.send(.setVolume(volume)) }
    stage = new
    return new
  }

  // MARK: Texts

  private func open(_ run: Run, on stage: AnnouncementStage) {
    guard let material else { return }
    let (sound, rate) = material
    if stage.session.player.globalRate != rate { stage.session.send(.setGlobalRate(rate)) }
    files.open(.string(sound.text)) { [weak self] result in
      guard let self, speaker.mayEnter(run) else { return }
      switch result {
      case .failure(let error): handle(.refused(run, error.message))
      case .success(let source):
        source.isKept = false
        var options = sound.options
        options.chapters = false
        stage.transport.open(
          source, options, parts: sound.parts, at: .exactly(.now), insisting: !sound.areWishes,
          isEcho: sound.isEcho, admitting: admission(of: run)
        ) { [weak self] in self?.answered($0, of: run) { $0.message } }
      }
    }
  }

  /// A fixed sound, without an engine, tells that there was something.
  private func openSign(of run: Run, on stage: AnnouncementStage) {
    files.open(.stored { () throws(ReadingError) in Chime.wav() }) { [weak self] result in
      guard let self, speaker.mayEnter(run) else { return }
      switch result {
      case .failure(let error): handle(.refused(run, error.message))
      case .success(let sound):
        var parts = UtteranceParts()
        parts.append(Clip(sound.file))
        files.open(.string(parts.text)) { [weak self] result in
          guard let self, speaker.mayEnter(run) else { return }
          switch result {
          case .failure(let error): handle(.refused(run, error.message))
          case .success(let source):
            source.isKept = false
            stage.play(parts, source, admitting: admission(of: run)) { [weak self] in
              self?.answered($0, of: run) { $0.message }
            }
          }
        }
      }
    }
  }

  /// A run that was cancelled while it was read does not enter the queue.
  private func admission(of run: Run) -> OpeningQueue.Admitting {
    { [weak self] _ throws(ReadingError) in
      guard let self, speaker.mayEnter(run) else { throw ReadingError(.stale, "it was cancelled") }
      handle(.entering(run))
    }
  }

  private func answered<Failure: Error>(
    _ result: Result<TrackID, Failure>, of run: Run, message: (Failure) -> String
  ) {
    switch result {
    case .success(let track): handle(.entered(run, track))
    case .failure(let error): handle(.refused(run, message(error)))
    }
  }

  // MARK: Notices

  private func take(_ notice: SessionNotice) {
    switch notice {
    // The sound may begin before the answer about the track.
    case .utterance(.started, let id): handle(.began(id))
    case .heard(.word(let plan, let word), let time): heard(word, of: plan, at: time)
    case .utterance(.finished, let id): handle(.finished(id))
    case .changed(_, let new): settle(new)
    case .failed(let id, let error): handle(.failed(id, error.message))
    case .gaveUp(let error): handle(.failed(nil, error.message))
    case .blocked(_, let error): handle(.blocked(error.message))
    default: break
    }
  }

  private func heard(_ word: WordMark, of plan: SentencePlan, at time: Microseconds) {
    guard material?.sound.tellsWords == true else { return }
    handle(.word(plan.track, AnnouncedWord(span: word.span.shifted(by: plan.span), mediaMicroseconds: time)))
  }

  private func settle(_ snapshot: Snapshot) {
    guard snapshot.status == .paused, let reason = snapshot.pauseReason else { return }
    if reason.word == .routeLost { reports(.routeLost) }
    if reason.word == .mark || reason.word == .user { handle(.rested) }
  }
}
