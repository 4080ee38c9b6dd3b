import EventLoop
import Playback
import Speech
import Vocabulary

/// Feeds the output with the sound of one track from a place on, and knows the place that is heard.
///
/// *Media frames* here are the listener's frames: they start at the place that was opened and only grow, even while the
/// lengths of earlier sentences are still estimates. ``place(of:)`` gives the place of a media frame in the present
/// timeline; both agree once the timeline is exact.
@Core
final class Feeder {
  enum Report {
    /// The first sound of the place is in the ring.
    case prepared(Player.Epoch)
    /// The awaited word was found, and its place differs from the announced one: it is at this frame. It has not been
    /// heard yet.
    case placed(Player.Epoch, Frame)
    /// The last frame of the track has been heard.
    case ended(Player.Epoch)
    /// The engine was given up at the text to feed next. Nothing more is fed before a place is opened.
    case engineLost(Player.Epoch, Trouble)
    /// The recording is to be opened, so that it can be fed.
    case soundNeeded(Track)
    /// A sentence begins in the fed sound. It has not been heard yet.
    case sentence(SentencePlan)
    /// The sound after a media frame is made again, and may be another one.
    case changed(Frame)
    /// Something was fed or the place has changed: objects that wait for a media frame can check again.
    case progress
  }

  /// The frames that are fed in one turn: well under 5 ms.
  private static let turn: Frame = 1 << 16

  let playout: Playout
  /// The sound of the open track.
  let feed: TrackFeed
  /// The chapter that may be fed before the open one has been heard to its end, since it goes on in it.
  var successor: Track? { didSet { if successor !== oldValue { successorChanged() } } }
  /// That chapter, once some of it may have been fed.
  private var continuation: Continuation?
  private let end: TrackEnd
  /// The position at which the track was opened.
  private var opened: Microseconds = 0
  /// The place that must be known before the first frame can be fed.
  private var awaited: AwaitedPlace?
  /// The place at which the awaited word was found.
  private var found: (place: Timeline.Place, media: Frame)?
  private let reports: Relay<PartReport>
  private let scheduler: any Scheduler
  /// Set while ``pump()`` is to be called in the next turn of the loop.
  private var again: TimerToken?

  init(
    output: any SoundOutput, playout: Playout, synthesis: Synthesis, scheduler: any Scheduler,
    _ reports: Relay<PartReport>
  ) {
    self.reports = reports
    self.playout = playout
    self.scheduler = scheduler
    feed = TrackFeed(playout, synthesis, reports)
    end = TrackEnd(output: output, scheduler: scheduler)
    feed.sentences.changed = { [weak self] in self?.pump() }
  }

  private func report(_ report: Report) { reports(.feeder(report)) }

  /// The open track; `nil` if nothing is open.
  var track: Track? { feed.track }

  /// The open place.
  var epoch: Player.Epoch { feed.epoch }

  /// The rate that media time is counted at here: that of the open track.
  var sampleRate: SampleRate { feed.sampleRate }

  // MARK: Opening

  /// Discards the plan and feeds `track` from `microseconds` on.
  ///
  /// - Parameter word: the scalar of the text at which the word to be heard there begins, independent of the timeline;
  ///   `nil`: the timeline decides.
  func open(_ track: Track, at microseconds: Microseconds, word: Int? = nil, epoch: Player.Epoch) {
    if goOn(in: track, at: microseconds, epoch: epoch) { return }
    if let former = self.track, former !== track { former.content.own.watchSound(nil) }
    opened = microseconds
    let frame = Frame(microseconds: microseconds, at: track.timeline.sampleRate)
    let place = track.timeline.place(at: frame)
    // The frames of a recording are counted from its beginning, so that a chapter has the same samples however one
    // gets there.
    let media = track.content.own.firstFrame + frame
    feed.open(track, epoch, at: media, position: frame)
    if let word {
      awaited = .word(scalar: word, frame)
    } else {
      awaited = place == .end && !track.timeline.isComplete ? .frame(frame) : nil
    }
    begin(at: track.timeline.fedPlace(of: place), media: media)
  }

  /// The open track has turned out to be a recording, with a sample rate of its own.
  func becameRecording() {
    if let track { open(track, at: opened, epoch: epoch) }
  }

  /// Discards the plan and feeds the open track from a place on, which is announced as `reported`.
  func goOn(at place: Timeline.Place, media: Frame, reported: Frame, epoch: Player.Epoch) {
    feed.goOn(epoch, at: media, position: reported)
    begin(at: track?.timeline.fedPlace(of: place) ?? place, media: media)
  }

  /// Discards the plan.
  func close() {
    track?.content.own.watchSound(nil)
    feed.close()
    awaited = nil
    forgetPlan()
    playout.discard()
    feed.sentences.keepOnly(at: .end, of: nil, rate: feed.rate)
    report(.progress)
  }

  /// Changes the rate. The sound continues at once from the present place of the output.
  func setRate(_ rate: Double) {
    guard rate != feed.rate else { return }
    feed.rate = rate
    planAnew()
  }

  /// The present repetition, of any track.
  var repetition: Repetition? { feed.repetition }

  /// Repeats another part from now on; `nil`: none.
  func `repeat`(_ repetition: Repetition?) {
    guard repetition != feed.repetition else { return }
    feed.repeat(repetition)
    guard let media = playout.rendered(), !planContinuationAnew(media) else { return }
    planAnew(at: feed.leaveRounds(at: media), media)
  }

  /// The sound after the next frame of the output changes, or what is announced of it.
  func planAnew() {
    guard let media = playout.rendered(), !planContinuationAnew(media) else { return }
    planAnew(at: feed.fedPlace(of: media), media)
  }

  private func planAnew(at place: Timeline.Place, _ media: Frame) {
    guard track != nil else { return }
    report(.changed(media))
    feed.forgetReported(behind: media)
    begin(at: place, media: media)
  }

  private func begin(at place: Timeline.Place, media: Frame) {
    forgetPlan()
    playout.begin(
      epoch: epoch, media: media, rate: feed.rate, speed: feed.speed(at: place, of: track), format: track?.frameFormat)
    track?.content.own.watchSound { [weak self] in self?.pump() }
    feed.begin(at: place, media: media)
    feed.sentences.keepOnly(at: place, of: track, rate: feed.rate)
    pump()
  }

  private func forgetPlan() {
    feed.forget()
    continuation = nil
    found = nil
    end.forget()
  }

  // MARK: Resting

  /// True while the clock alone counts a silence of the place.
  var isResting: Bool { playout.isResting }

  /// The output need not run in the next frames, which are silent.
  ///
  /// - Returns: the instant at which they have passed; `nil` if nothing is open.
  func rest(for frames: Frame) -> Instant? {
    guard let heard = heard() else { return nil }
    playout.rest(from: heard, until: heard + frames)
    return playout.endOfRest
  }

  /// The silence goes on with the output, at the place that it has reached.
  func endRest() { if isResting { planAnew() } }

  // MARK: Heard places

  /// The media frame that the listener hears now; `nil` if nothing is open.
  func heard() -> Frame? {
    track == nil ? nil : playout.heard().map { min($0, continuation?.joint ?? .max) }
  }

  /// The place of the track that the output takes next; `nil` if nothing is open.
  var renderedPlace: Timeline.Place? {
    guard track != nil, let media = playout.rendered() else { return nil }
    return place(of: min(media, continuation?.joint ?? .max))
  }

  /// The media frame after the last one of the track, once all of it has been fed.
  var trackEnd: Frame? {
    track != nil && awaited == nil && feed.cursor == .end ? continuation?.joint ?? playout.media : nil
  }

  /// The place of a media frame of this epoch in the present timeline.
  func place(of media: Frame) -> Timeline.Place { feed.place(of: media) }

  /// The announced position of a media frame of this epoch.
  func reported(_ media: Frame) -> Frame { feed.reported(media) }

  /// The difference between the present frame in the timeline and the announced one.
  var drift: Frame {
    guard let track, let heard = heard(), awaited == nil else { return 0 }
    return track.timeline.frame(of: place(of: heard)) - reported(heard)
  }

  /// True if all text that has arrived of an unfinished text has been fed.
  var awaitsText: Bool {
    guard let track, track.isEndless else { return false }
    switch feed.cursor {
    case .sentence(let sentence, _): return sentence >= track.sentenceCount
    case .gap(let sentence, _): return sentence + 1 >= track.sentenceCount
    case .end: return true
    case .leadingDelay, .trailingDelay: return false
    }
  }

  // MARK: Feeding

  /// Fills the ring up. Called when it runs low, and whenever missing data has arrived.
  func pump() {
    guard let track else { return }
    guard !feed.isEngineLost, awaited.map({ reach($0, in: track) }) ?? true else { return }
    let limit = playout.media + Self.turn
    var isFed = true
    while isFed, playout.media < limit, playout.makeRoom() { isFed = step(track) }
    // At a high rate this is less than the level at which the output asks for more: it would run dry without asking.
    if isFed, playout.media >= limit, playout.makeRoom() { pumpAgain() }
    awaitJoint()
    playout.prune()
    if let heard = heard() { feed.forget(before: heard) }
    report(.progress)
  }

  /// Goes on in the next turn of the loop.
  private func pumpAgain() {
    guard again == nil else { return }
    again = scheduler.schedule(after: .zero) { [weak self] in
      self?.again = nil
      self?.pump()
    }
  }

  /// Feeds one slice; false if there is nothing to feed now.
  private func step(_ track: Track) -> Bool {
    switch feed.step(track) {
    case .fed: return true
    case .awaited: return false
    case .runEnded:
      if !beginContinuation() { feed.endRun(of: track) }
      return true
    case .ended where continuation != nil: return feedContinuation()
    case .ended:
      finish()
      return false
    }
  }

  /// Moves the cursor to the awaited place; false while that is unknown.
  private func reach(_ awaited: AwaitedPlace, in track: Track) -> Bool {
    switch feed.sentences.find(awaited, in: track) {
    case .unread: return false
    case .unspoken(let audio):
      if !feed.sentences.observes(audio) { feed.sentences.observe(audio) }
      if case .lost(let error) = audio.state { feed.lose(error) }
      return false
    case .known(let place):
      feed.sentences.observe(nil)
      self.awaited = nil
      feed.begin(at: place, media: playout.media)
      if case .word = awaited {
        found = (place, playout.media)
        settle()
      }
      return true
    }
  }

  /// Announces the place of the awaited word once it is known, unless part of it was heard: it was found while lengths
  /// of earlier sentences were estimates.
  func settle() {
    guard let track, let found, case .sentence(let sentence, _) = found.place,
      track.timeline.isStartExact(of: sentence), (heard() ?? found.media) <= found.media
    else { return }
    let frame = track.timeline.frame(of: found.place)
    guard frame != reported(found.media) else { return }
    feed.correct(found.media, to: frame)
    report(.placed(epoch, frame))
  }

  // MARK: The next chapter of a recording, in the same run

  /// Begins to feed the chapter that follows; false if there is none.
  private func beginContinuation() -> Bool {
    guard let successor, let track, track.goesOn(in: successor) else { return false }
    var next = Continuation(track: successor, joint: playout.media)
    next.fed.begin(at: .sentence(0, offset: 0), media: playout.media)
    continuation = next
    feed.advance(to: .end)
    feed.reportPrepared()
    return true
  }

  /// Feeds one slice of the chapter that follows; false if there is nothing to feed now.
  private func feedContinuation() -> Bool {
    guard let next = continuation, let (sound, part) = next.track.content.own.run,
      case .sentence(let sentence, let offset) = next.fed.cursor
    else { return false }
    // The open run is that of both chapters. A place with a speed of its own begins another one.
    playout.change(
      rate: feed.rate, speed: feed.speed(at: next.fed.cursor, of: next.track),
      gain: feed.runs.gain(of: feed.track ?? next.track))
    switch feed.runs.write(sound, part, from: offset, of: next.track) {
    case .fed(let count):
      continuation?.fed.feed(upTo: .sentence(sentence, offset: offset + count))
      return true
    case .awaited, .lost:
      if sound.needsDecoder { report(.soundNeeded(next.track)) }
      return false
    // It is shorter than the sound that is fed ahead. The joint has to be heard first.
    case .ended:
      if playout.stream(of: next.joint) == nil { feed.runs.endRun(of: next.track) }
      return false
    }
  }

  /// The sound after a frame that the output takes next changes; false if that is in the open chapter.
  private func planContinuationAnew(_ media: Frame) -> Bool {
    guard let next = continuation, media >= next.joint else { return false }
    let place = next.fed.place(of: media)
    continuation?.fed.begin(at: place, media: media)
    report(.changed(media))
    playout.begin(
      epoch: epoch, media: media, rate: feed.rate, speed: feed.speed(at: place, of: next.track),
      format: next.track.frameFormat)
    pump()
    return true
  }

  /// Another track follows, or none: sound of the former one that was fed ahead is not heard.
  private func successorChanged() {
    if let next = continuation, !next.isDue, next.track !== successor { return planAnew() }
    pump()
  }

  /// Opens a chapter whose beginning is being heard already; false if it is another place.
  private func goOn(in track: Track, at microseconds: Microseconds, epoch: Player.Epoch) -> Bool {
    guard let next = continuation, next.isDue, next.track === track, microseconds == 0 else { return false }
    playout.goOn(in: epoch, from: next.joint)
    opened = 0
    continuation = nil
    end.forget()
    feed.goOn(in: next, epoch)
    return true
  }

  // MARK: The end

  private func finish() {
    guard !end.isSet, playout.isFlushed else { return }
    feed.reportPrepared()
    awaitEnd(at: playout.end)
  }

  /// Reports when the track has been heard to the frame before `index` of the stream.
  private func awaitEnd(at index: UInt64) {
    end.set(at: index)
    end.wait { [weak self] in
      guard let self else { return }
      continuation?.isDue = true
      report(.ended(epoch))
    }
  }

  /// Waits for the end of the open chapter, which is in the middle of the fed sound.
  private func awaitJoint() {
    guard let continuation, !end.isSet, let index = playout.stream(of: continuation.joint) else { return }
    awaitEnd(at: index)
  }

  /// The output has taken the frame before `index`.
  func reached(_ index: UInt64) { end.reached(index) }
}
