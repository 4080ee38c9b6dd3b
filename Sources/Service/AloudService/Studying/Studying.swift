import AloudAPI
import Configuration
import EventLoop
import Playback
import Reading
import Recordings
import Speech
import Study
import Vocabulary
import Workers

/// Studies tracks: finds the phrases of recordings for the session.
@Core
final class Studying {
  /// The time after which a division that hangs no longer counts.
  private static let patience = Duration.seconds(60)

  private let session: Session
  private let levels: LevelFinder
  private let settings: any KnownSettings
  private let scheduler: any Scheduler

  init(session: Session, levels: LevelFinder, settings: any KnownSettings, scheduler: any Scheduler) {
    (self.session, self.levels, self.settings, self.scheduler) = (session, levels, settings, scheduler)
  }

  // MARK: Wishes

  /// Studies a track, or studies it otherwise.
  ///
  /// - Throws: `Unsupported` for an utterance of texts and clips.
  func learn(_ track: Track, _ options: LearnOptions) throws(APIError) {
    guard track.canBeStudied else {
      throw APIError(.unsupported, "an utterance of texts and clips has no phrases; a text or a recording has")
    }
    session.study(track, options.changing(track.options.study ?? settings.current.study.plan))
  }

  /// Hears a track as it is.
  func stop(_ track: Track) {
    levels.giveUp(track.id)
    session.endStudy(of: track)
  }

  /// A track has left the queue.
  func forget(_ id: TrackID) { levels.giveUp(id) }

  // MARK: Phrases

  /// The phrases of a recording are wanted.
  func findPhrases(of track: Track) {
    guard let plan = track.options.study, let recording = track.recording else { return }
    if plan.source == .text { return divide(track, by: recording.sentenceTimes, plan) }
    guard let path = track.origin?.path else {
      return session.lostPhrases(of: track, ReadingError(.unreadable, "its file is not known"))
    }
    levels.find(for: track.id, at: path) { [weak self] result in
      switch result {
      case .success(let found): self?.divide(track, found, plan)
      case .failure(let error):
        self?.session.lostPhrases(
          of: track, ReadingError(error.code, "the recording cannot be divided: \(error.message)"))
      }
    }
  }

  private func divide(_ track: Track, by sentences: [Range<Microseconds>], _ plan: StudyPlan) {
    let found = PhraseDivision.phrases(ofSentences: sentences, plan.phrases, borders: Self.borders(track))
    guard !found.isEmpty else {
      return session.lostPhrases(
        of: track, ReadingError(.empty, "no text beside the recording tells when its sentences are spoken"))
    }
    enter(track, found.map(\.phrase))
  }

  /// Divides a recording, beside everything else: that of many hours takes a moment.
  private func divide(_ track: Track, _ found: LevelFinder.Found, _ plan: StudyPlan) {
    let (levels, borders) = (found.levels, Self.borders(track))
    BlockingWork.run(within: Self.patience, scheduler: scheduler) {
      PhraseDivision.phrases(of: levels, plan.phrases, borders: borders)
    } done: { [weak self] result in
      // The wish may be another one by now, which has asked for phrases again.
      guard let self, track.options.study?.phrases == plan.phrases, track.options.study?.source == plan.source else {
        return
      }
      guard case .success(let phrases) = result, !phrases.isEmpty else {
        return session.lostPhrases(
          of: track, ReadingError(.empty, "the recording cannot be divided: nothing is to be heard in it"))
      }
      enter(track, phrases)
    }
  }

  private func enter(_ track: Track, _ phrases: [Phrase]) {
    guard !session.found(phrases, of: track), track.options.study != nil else { return }
    session.lostPhrases(of: track, ReadingError(.empty, "nothing is to be heard in this chapter"))
  }

  private static func borders(_ track: Track) -> [Microseconds] {
    guard let description = track.recording?.source?.description else { return [] }
    return description.parts.map { $0.first.microseconds(at: SampleRate(hertz: description.sampleRate)) }
  }

  // MARK: Answers

  /// The progress of finding the phrases of a track, 0…1; `nil` if none are being found.
  func progress(of track: Track) -> Double? { levels.progress(of: track.id) }
}
