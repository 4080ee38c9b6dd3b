import AloudAPI
import Configuration
import EventLoop
import Playback
import Reading
import Recordings
import Speech
import Store
import Study
import Vocabulary
import Workers

/// Studies tracks: finds the phrases of recordings for the session.
@Core
final class Studying {
  /// The time after which a division that hangs no longer counts.
  private static let patience = Duration.seconds(60)

  private let session: Session
  private let library: Library
  private let levels: LevelFinder
  private let settings: any KnownSettings
  private let scheduler: any Scheduler

  init(
    session: Session, library: Library, levels: LevelFinder, settings: any KnownSettings, scheduler: any Scheduler
  ) {
    (self.session, self.library, self.levels) = (session, library, levels)
    (self.settings, self.scheduler) = (settings, scheduler)
  }

  // MARK: Wishes

  /// Studies a track and the other chapters of its document, or studies them otherwise.
  ///
  /// - Throws: `Unsupported` for an utterance of texts and clips.
  func learn(_ track: Track, _ options: LearnOptions) throws(APIError) {
    guard track.canBeStudied else {
      throw APIError(.unsupported, "an utterance of texts and clips has no phrases; a text or a recording has")
    }
    let plan = options.changing(
      track.options.study ?? library.study(of: track.document?.contentID)?.plan ?? settings.current.study.plan)
    for chapter in chapters(track) { session.study(chapter, plan) }
  }

  /// Hears a track and the other chapters of its document as they are.
  func stop(_ track: Track) {
    for chapter in chapters(track) {
      levels.giveUp(chapter.id)
      session.endStudy(of: chapter)
    }
  }

  /// The queued tracks of the document of a track. They are studied together.
  private func chapters(_ track: Track) -> [Track] {
    let all = track.document?.tracks.compactMap { session.track($0) }.filter(\.canBeStudied) ?? []
    return all.contains { $0 === track } ? all : [track]
  }

  /// A track has left the queue.
  func forget(_ id: TrackID) { levels.giveUp(id) }

  // MARK: Phrases

  /// The phrases of a recording are wanted.
  func findPhrases(of track: Track) {
    guard let plan = track.options.study, let recording = track.recording else { return }
    if plan.translations != .none, recording.sentenceTimes.isEmpty {
      let reason = recording.textError.isEmpty ? "no text beside the recording tells times" : recording.textError
      session.lostTranslation(of: track, ReadingError(.empty, "its translation cannot be heard: \(reason)"))
    }
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
    enter(track, edits(of: track).applied(to: found.map(\.phrase)))
  }

  /// Divides a recording, beside everything else: that of many hours takes a moment.
  private func divide(_ track: Track, _ found: LevelFinder.Found, _ plan: StudyPlan) {
    let (levels, borders, edits) = (found.levels, Self.borders(track), edits(of: track))
    BlockingWork.run(within: Self.patience, scheduler: scheduler) {
      edits.applied(to: PhraseDivision.phrases(of: levels, plan.phrases, borders: borders))
    } done: { [weak self] result in
      // The wish may be another one by now, which has asked for phrases again.
      guard let self, track.options.study?.phrases == plan.phrases, track.options.study?.source == plan.source else {
        return
      }
      // The listener has edited phrases meanwhile.
      guard self.edits(of: track) == edits else { return findPhrases(of: track) }
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

  // MARK: Edits

  private func edits(of track: Track) -> PhraseEdits {
    library.study(of: track.document?.contentID)?.edits ?? PhraseEdits()
  }

  /// Changes a phrase of a track by hand. The change is kept with the document.
  ///
  /// - Parameters:
  ///   - index: the index of the phrase in the track.
  ///   - time: of the new edge or of the place where it is divided, in the track as it is without an exercise.
  /// - Throws: `Unsupported`, `NotFound` or `OutOfRange` with the reason; nothing has changed then.
  func edit(
    _ track: Track, _ kind: PhraseEdit.Kind, phrase index: Int, at time: Microseconds
  ) throws(APIError) {
    guard let plan = track.options.study, let exercise = track.exercise else {
      throw APIError(.notFound, "it has no phrases: it is not studied, or they are being found (`aloud learn`)")
    }
    guard exercise.exercise != nil else {
      throw APIError(.unsupported, "the phrases of a text are its sentences, which stay as they are")
    }
    guard let document = track.document, document.contentID != nil else {
      throw APIError(.unsupported, "its file is not known, so that a change could not be kept")
    }
    guard let phrase = track.recordedPhrase(index) else {
      throw APIError(.outOfRange, "there is no phrase \(index + 1); the last one is \(track.sentenceCount)")
    }
    var edits = edits(of: track)
    do throws(PhraseEdit.Refusal) {
      let middle = phrase.start + Microseconds((phrase.end - phrase.start).count / 2)
      try edits.make(
        PhraseEdit(kind, of: middle, at: time - track.startOfFile), in: exercise.wholePhrases,
        borders: Self.borders(track))
    } catch {
      throw APIError(.outOfRange, error.message(phrase: index + 1, from: track.startOfFile))
    }
    guard library.keep(edits, of: document, plan) else {
      throw APIError(.unsupported, "its file cannot be found, so that a change could not be kept")
    }
    let isFound = kind != .restore && kind != .restoreAll
    let phrases = isFound ? edits.applied(to: exercise.wholePhrases) : []
    for chapter in chapters(track) where chapter.exercise != nil {
      if isFound { enter(chapter, phrases) } else { findPhrases(of: chapter) }
    }
  }

  // MARK: Answers

  /// The progress of finding the phrases of a track, 0…1; `nil` if none are being found.
  func progress(of track: Track) -> Double? { levels.progress(of: track.id) }
}

extension PhraseEdit.Refusal {
  /// The reason for people.
  ///
  /// - Parameters:
  ///   - phrase: the number of the phrase, from 1.
  ///   - start: the time of the track at the beginning of its file.
  func message(phrase: Int, from start: Microseconds) -> String {
    switch self {
    case .noPhrase: "there is no phrase \(phrase)"
    case .tooShort: "a phrase lasts 50 milliseconds at least"
    case .crosses(let edge):
      "the edge would lie in the neighbour of phrase \(phrase), which has its own at "
        + ClockText.of(exactly: edge + start)
    case .chapter(let border):
      "a chapter begins at \(ClockText.of(exactly: border + start)), and no phrase goes over it"
    case .last: "no phrase follows phrase \(phrase)"
    case .notEdited: "phrase \(phrase) is as it was found"
    case .tooMany: "\(PhraseEdits.most) phrases of the recording are edited already"
    }
  }
}
