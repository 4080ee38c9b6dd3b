import AloudAPI
import Announcements
import BusValues
import Documents
import EventLoop
import MPRIS
import Playback
import Reading
import Speech
import Store
import Vocabulary

/// Turns the events of the session into the signals of our interface, for the subscribers.
@Core
final class EventSender {
  /// The interval of `Progress`: at most two signals per second.
  private static let progressEvery = Duration.milliseconds(500)

  private let session: Session
  private let subscriptions: Subscriptions
  private let scheduler: any Scheduler
  private var progressTimer: TimerToken?
  private let secrecy: any TextSecrecy
  private var sentTrack: TrackID?
  /// The part that was announced last, with its track.
  private var sentPart: (track: TrackID, part: Int)?
  /// The turn of a phrase that was announced last.
  private var sentPhrase: (track: TrackID, phrase: Int, turn: Int)?
  private var sentState: (SessionState, PauseReason?) = (.idle, nil)

  /// - Parameter secrecy: decides which words may be sent.
  init(session: Session, subscriptions: Subscriptions, secrecy: any TextSecrecy, scheduler: any Scheduler) {
    self.secrecy = secrecy
    self.session = session
    self.subscriptions = subscriptions
    self.scheduler = scheduler
  }

  /// The sound moves to another device.
  func routeChanged(_ change: RouteChange) {
    var details: [String: BusValue] = ["private": .bool(change.to?.isPrivate ?? false)]
    if let sink = change.to?.sinkName { details["sink"] = .string(Line.printable(sink)) }
    subscriptions.send(
      RouteChangedSignal(
        reason: change.reason.rawValue, from: change.from?.shownName ?? "", to: change.to?.shownName ?? "",
        details: details))
  }

  /// The library has changed.
  func libraryChanged(_ change: LibraryCatalogue.Change) {
    switch change {
    case .documents(let id): subscriptions.send(LibraryChangedSignal(.documents, document: id?.text ?? ""))
    case .bookmarks(let id): subscriptions.send(LibraryChangedSignal(.bookmarks, document: id.text))
    }
  }

  /// The snapshot has changed.
  func update() {
    sendChapter()
    sendState()
    setProgressTimer()
  }

  /// Another track is the current one: clients get `ChapterChanged` here instead of a page turn.
  private func sendChapter() {
    let snapshot = session.snapshot
    guard snapshot.track != sentTrack else { return }
    sentTrack = snapshot.track
    guard let track = snapshot.track else { return }
    subscriptions.send(ChapterChangedSignal(track: track.objectPath, title: snapshot.metadata?.title ?? ""))
  }

  private func sendState() {
    let state = session.state
    let reason = session.snapshot.silenceReason
    guard (state, reason) != sentState else { return }
    sentState = (state, reason)
    subscriptions.send(
      StateChangedSignal(state: state.rawValue, reason: reason?.word.rawValue ?? "", detail: reason?.detail))
  }

  func utterance(_ event: Player.UtteranceEvent, _ id: TrackID) {
    let track = id.objectPath
    switch event {
    case .started: subscriptions.send(UtteranceStartedSignal(track: track))
    case .paused(let reason):
      subscriptions.send(
        UtterancePausedSignal(track: track, reason: reason.word.rawValue, detail: reason.detail))
    case .resumed: subscriptions.send(UtteranceResumedSignal(track: track))
    case .finished: subscriptions.send(UtteranceFinishedSignal(track: track))
    case .cancelled(let reason):
      subscriptions.send(UtteranceCancelledSignal(track: track, reason: reason))
    }
  }

  func heard(_ heard: HeardAnnouncer.Heard, at media: Microseconds) {
    switch heard {
    case .sentence(let plan):
      sendPart(plan, at: media)
      sendPhrase(plan, at: media)
      subscriptions.send(
        SentenceSignal(
          track: plan.track.objectPath, index: UInt32(plan.sentence), range: TextRange(plan.span),
          mediaMicroseconds: media)
      ) { text(plan.span, of: plan.track) }
    case .word(let plan, let word):
      let span = word.span.shifted(by: plan.span)
      subscriptions.send(
        WordSignal(track: plan.track.objectPath, range: TextRange(span), mediaMicroseconds: media)
      ) { text(span, of: plan.track) }
      subscriptions.turnPages(
        at: plan.span.start + word.span.start, next: session.following(word, of: plan), in: plan.track)
    }
  }

  /// The sentence is a phrase that is studied.
  private func sendPhrase(_ plan: SentencePlan, at media: Microseconds) {
    guard let track = session.track(plan.track), let phrase = session.heardPhrase(plan, of: track) else {
      return sentPhrase = nil
    }
    // One that goes on after a pause or at another rate has begun before.
    let isNews = sentPhrase.map { $0 != (plan.track, plan.sentence, plan.turn) } ?? true
    guard isNews || plan.offset == 0 else { return }
    sentPhrase = (plan.track, plan.sentence, plan.turn)
    guard subscriptions.wants(.phrase) else { return }
    var details: [String: BusValue] = [
      PhraseSignal.Key.phrases: .uint32(UInt32(clamping: track.sentenceCount)),
      PhraseSignal.Key.repetitions: .uint32(UInt32(clamping: phrase.repetitions)),
      PhraseSignal.Key.speed: .double(phrase.speed),
    ]
    if phrase.isTranslation { details[PhraseSignal.Key.translation] = .bool(true) }
    details[PhraseSignal.Key.length] = phrase.length.map { .microseconds($0) }
    details[PhraseSignal.Key.gap] = phrase.gap.map { .microseconds($0) }
    subscriptions.send(
      PhraseSignal(
        track: plan.track.objectPath, index: UInt32(clamping: plan.sentence),
        repetition: UInt32(clamping: phrase.repetition),
        mediaMicroseconds: media, details: details)
    ) { text(plan.span, of: plan.track) }
  }

  /// The sentence begins a part of an utterance of texts and clips, or is in another one than the last sentence.
  private func sendPart(_ plan: SentencePlan, at media: Microseconds) {
    guard let track = session.track(plan.track), let parts = track.parts, let index = parts.part(of: plan.sentence)
    else { return sentPart = nil }
    let isNews = sentPart.map { $0 != (plan.track, index) } ?? true
    guard isNews || parts.part(beginningWith: plan.sentence) == index else { return }
    sentPart = (plan.track, index)
    let part = parts.parts.parts[index]
    subscriptions.send(
      PartSignal(
        track: plan.track.objectPath, index: UInt32(index),
        part: (part.clip == nil ? SpeechPart.Kind.text : .clip).rawValue, range: TextRange(part.span),
        mediaMicroseconds: media,
        lengthMicroseconds: parts.frames(ofPart: index, in: track.timeline)?.microseconds(at: track.timeline.sampleRate)
      ))
  }

  /// There is news about an announcement. While the screen is locked, no more of it is told than may be spoken.
  ///
  /// - Parameter text: its text; `nil` if it is gone already.
  func announced(_ notice: AnnouncementNotice, _ text: String?) {
    let announcement = notice.announcement
    let reason: AnnouncementReason? =
      switch notice.event {
      case .cut(let reason), .dropped(let reason): reason
      default: nil
      }
    let into: UInt64? =
      switch notice.event {
      case .replaced(let other), .summed(let other): other.number
      default: nil
      }
    subscriptions.send(
      AnnouncementSignal(
        event: notice.event.word, id: announcement.id.number, application: announcement.application,
        priority: announcement.priority, reason: reason?.rawValue, into: into)
    ) {
      if secrecy.isTextHidden { return nil }
      if secrecy.mayTell(announcement) { return announcement.text.isEmpty ? text : announcement.text }
      // Whatever the reason, a text that is the name of its application gives nothing else away.
      return announcement.text == announcement.application ? announcement.text : nil
    }
  }

  /// A word of an announcement begins to be heard; the client that announced it wants to know.
  func announced(_ word: AnnouncedWord, of id: Announcements.Announcement.ID, to client: BusName) {
    subscriptions.send(
      AnnouncementWordSignal(
        id: id.number, range: TextRange(word.span), mediaMicroseconds: word.mediaMicroseconds),
      to: client)
  }

  func failed(_ id: TrackID, _ error: APIError) { subscriptions.send(FailedSignal(track: id.objectPath, error)) }

  private func text(_ span: TextSpan, of track: TrackID) -> String? {
    guard !secrecy.isTextHidden, let track = session.track(track) else { return nil }
    return String(decoding: track.text.bytes(span.utf8), as: UTF8.self)
  }

  // MARK: Progress

  func setProgressTimer() {
    let isWanted = subscriptions.wants(.progress) && session.snapshot.status == .playing
    if !isWanted, let timer = progressTimer {
      scheduler.cancel(timer)
      progressTimer = nil
    }
    guard isWanted, progressTimer == nil else { return }
    progressTimer = scheduler.schedule(after: Self.progressEvery) { [weak self] in
      guard let self else { return }
      self.progressTimer = nil
      self.subscriptions.send(
        ProgressSignal(
          positionMicroseconds: self.session.position,
          lengthMicroseconds: self.session.snapshot.length?.microseconds ?? 0))
      self.setProgressTimer()
    }
  }
}

extension TextRange {
  init(_ span: TextSpan) {
    func part(_ range: Range<Int>) -> UnitSpan {
      UnitSpan(start: UInt32(clamping: range.lowerBound), length: UInt32(clamping: range.count))
    }
    self.init(scalars: part(span.scalars), utf8: part(span.utf8), utf16: part(span.utf16))
  }
}
