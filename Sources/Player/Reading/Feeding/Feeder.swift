import EventLoop
import Playback
import Recordings
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

  /// The amounts that are fed at a time and in one turn: well under 5 ms. Frames of a low rate take longer to be heard.
  static func slice(_ sampleRate: Int) -> Int { max(1, min(4096, sampleRate / 5)) }
  private var slice: Int { Self.slice(sampleRate.hertz) }
  private static let turn: Frame = 1 << 16

  let playout: Playout
  private let synthesis: Synthesis
  var track: Track?
  /// The rate that media time is counted at here: that of the open track.
  var sampleRate: SampleRate { track?.timeline.sampleRate ?? .usual }
  var epoch: Player.Epoch = 0
  /// The next place to feed.
  var cursor = Timeline.Place.end
  /// The position at which the track was opened.
  var opened: Microseconds = 0
  /// The place that must be known before the first frame can be fed.
  private(set) var awaited: AwaitedPlace?
  /// The place at which the awaited word was found.
  private var found: (place: Timeline.Place, media: Frame)?
  private(set) var rate = 1.0
  /// True if recordings with a replay gain are levelled, from what is fed next on.
  var levelsRecordings = true
  /// The sound that was fed in this epoch.
  var fed = FeedMap()
  /// The chapter that may be fed before the open one has been heard to its end, since it goes on in it.
  var successor: Track? { didSet { if successor !== oldValue { successorChanged() } } }
  /// That chapter, once some of it may have been fed.
  var continuation: Continuation?
  /// The announced positions of media frames.
  var reported = ReportedPosition()
  /// The present repetition, of any track.
  var repetition: Repetition? { didSet { if repetition != oldValue { leaveRounds() } } }
  /// The places at which rounds leave their last sentence, in the order of media time.
  var roundEnds: [RoundEnd] = []
  let end: TrackEnd
  private var isPrepared = false
  private var isEngineLost = false
  private var observed: SentenceAudio?
  /// The last sentence of the text beside a recording that was announced in the fed sound.
  var announcedSentence: Int?

  private let reports: Relay<PartReport>

  init(
    output: any SoundOutput, playout: Playout, synthesis: Synthesis, scheduler: any Scheduler,
    _ reports: Relay<PartReport>
  ) {
    self.reports = reports
    self.playout = playout
    self.synthesis = synthesis
    end = TrackEnd(output: output, scheduler: scheduler)
  }

  func report(_ report: Report) { reports(.feeder(report)) }

  // MARK: Places

  /// Discards the plan and feeds `track` from `microseconds` on.
  ///
  /// - Parameter word: the scalar of the text at which the word to be heard there begins, independent of the timeline;
  ///   `nil`: the timeline decides.
  func open(_ track: Track, at microseconds: Microseconds, word: Int? = nil, epoch: Player.Epoch) {
    if goOn(in: track, at: microseconds, epoch: epoch) { return }
    if let former = self.track, former !== track { former.content.own.watchSound(nil) }
    self.track = track
    self.epoch = epoch
    opened = microseconds
    let frame = Frame(microseconds: microseconds, at: track.timeline.sampleRate)
    let place = track.timeline.place(at: frame)
    // The frames of a recording are counted from its beginning, so that a chapter has the same samples however one
    // gets there.
    let media = track.content.own.firstFrame + frame
    reported.begin(at: media, reported: frame)
    roundEnds = []
    if let word {
      awaited = .word(scalar: word, frame)
    } else {
      awaited = place == .end && !track.timeline.isComplete ? .frame(frame) : nil
    }
    begin(at: fed(at: place), media: media)
  }

  /// The open track has turned out to be a recording, with a sample rate of its own.
  func becameRecording() {
    if let track { open(track, at: opened, epoch: epoch) }
  }

  /// Discards the plan and feeds the open track from a place on, which is announced as `reported`.
  func goOn(at place: Timeline.Place, media: Frame, reported: Frame, epoch: Player.Epoch) {
    self.epoch = epoch
    self.reported.begin(at: media, reported: reported)
    begin(at: fed(at: place), media: media)
  }

  /// Discards the plan.
  func close() {
    track?.content.own.watchSound(nil)
    track = nil
    awaited = nil
    forgetPlan()
    playout.discard()
    synthesis.cancelUnfinished(except: nil, nil)
    report(.progress)
  }

  /// Changes the rate. The sound continues at once from the present place of the output.
  func setRate(_ rate: Double) {
    guard rate != self.rate else { return }
    self.rate = rate
    planAnew()
  }

  /// The sound after the next frame of the output changes, or what is announced of it.
  func planAnew() {
    guard let media = playout.rendered(), !planContinuationAnew(media) else { return }
    planAnew(at: fedPlace(of: media), media)
  }

  /// The repetition is another one.
  private func leaveRounds() {
    guard let media = playout.rendered(), !planContinuationAnew(media) else { return }
    let end = roundEnds.last { $0.media <= media }
    roundEnds = []
    planAnew(at: end?.place(after: fedPlace(of: media)) ?? fedPlace(of: media), media)
  }

  private func planAnew(at place: Timeline.Place, _ media: Frame) {
    guard track != nil else { return }
    report(.changed(media))
    reported.forget(behind: media)
    begin(at: place, media: media)
  }

  private func begin(at place: Timeline.Place, media: Frame) {
    forgetPlan()
    playout.begin(epoch: epoch, media: media, rate: rate, format: track?.frameFormat)
    track?.content.own.watchSound { [weak self] in self?.pump() }
    cursor = place
    fed.begin(at: place, media: media)
    if let track, case .sentence(let sentence, _) = place {
      synthesis.cancelUnfinished(except: track.id, sentence...sentence + 1)
    } else {
      synthesis.cancelUnfinished(except: nil, nil)
    }
    pump()
  }

  private func forgetPlan() {
    fed.forget()
    continuation = nil
    found = nil
    isPrepared = false
    isEngineLost = false
    announcedSentence = nil
    end.forget()
    observe(nil)
  }

  // MARK: Feeding

  /// Fills the ring up. Called when it runs low, and whenever missing data has arrived.
  func pump() {
    guard let track else { return }
    guard !isEngineLost, awaited.map({ reach($0, in: track) }) ?? true else { return }
    let limit = playout.media + Self.turn
    while playout.media < limit, playout.makeRoom(), step(track) {}
    awaitJoint()
    playout.prune()
    if let heard = heard() {
      fed.prune(before: heard)
      reported.forget(before: heard)
      forgetSound(before: heard)
    }
    report(.progress)
  }

  /// Moves the cursor to the awaited place; false while that is unknown.
  private func reach(_ awaited: AwaitedPlace, in track: Track) -> Bool {
    switch awaited.find(in: track, synthesis) {
    case .unread: return false
    case .unspoken(let audio):
      if observed !== audio { observe(audio) }
      if case .lost(let error) = audio.state { reportLoss(error) }
      return false
    case .known(let place):
      observe(nil)
      self.awaited = nil
      cursor = place
      fed.begin(at: place, media: playout.media)
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
    reported.begin(at: found.media, reported: frame)
    report(.placed(epoch, frame))
  }

  /// Feeds one slice; false if there is nothing to feed now.
  private func step(_ track: Track) -> Bool {
    let timeline = track.timeline
    let sound = track.content.own.sound
    switch cursor {
    case .leadingDelay(let offset):
      // A recording sounds before the first sentence of its text; a text on a clock waits for it.
      let length = if case .run = sound { timeline.gaps.leadingDelay } else { timeline.start(of: 0) }
      feedSilence(.leadingDelay(offset: offset), offset, of: length, .sentence(0, offset: 0))
    case .sentence(let sentence, let offset):
      switch sound {
      case .run(let sound, let part): return feed(sound, part, from: offset, of: track)
      case .sentences: return feed(sentence, from: offset, of: track)
      }
    case .gap(let sentence, let offset):
      if feedGapOfLap(behind: sentence, from: offset, of: track) { return true }
      if case .run = sound {
        advance(to: .trailingDelay(offset: 0))
        return true
      }
      // A gap is certain only when the next sentence or the end is known.
      let isLast = sentence + 1 == track.sentenceCount
      guard !isLast || timeline.isComplete else { return false }
      feedSilence(
        .gap(after: sentence, offset: offset), offset, of: timeline.gap(after: sentence),
        isLast ? .trailingDelay(offset: 0) : .sentence(sentence + 1, offset: 0))
    case .trailingDelay(let offset):
      feedSilence(.trailingDelay(offset: offset), offset, of: timeline.gaps.trailingDelay, .end)
    case .end where continuation != nil: return feedContinuation()
    case .end:
      finish()
      return false
    }
    return true
  }

  private func feed(_ sentence: Int, from offset: Frame, of track: Track) -> Bool {
    guard sentence < track.sentenceCount else {
      if track.timeline.isComplete { advance(to: .trailingDelay(offset: 0)) }
      return track.timeline.isComplete
    }
    let audio = synthesis.audio(of: sentence, in: track)
    if observed !== audio { enter(sentence, audio, from: offset, of: track) }
    let start = Int(offset)
    let lapEnd = endOfLap(in: sentence, from: offset, of: track)
    let end = min(audio.frameCount, lapEnd.map { Int($0) } ?? .max)
    if start < end {
      let channels = audio.channels
      let slice = audio.samples[start * channels..<min(start + slice, end) * channels]
      // A round fades in from silence.
      let lapStart = startOfRound(in: sentence, of: track)
      let history = lapStart == offset ? [] : audio.samples[..<(start * channels)]
      playout.write(
        ABLoop.faded(slice, channels: channels, lapStart: lapStart, lapEnd: isMarked(track) ? lapEnd : nil),
        after: history, gain: Float(track.gain.factor))
      cursor = .sentence(sentence, offset: offset + Frame(slice.count / channels))
      reportPrepared()
      return true
    }
    switch audio.state {
    case .arriving:
      guard lapEnd.map({ $0 <= offset }) ?? false else { return false }
    case .lost(let error):
      reportLoss(error)
      return false
    case .complete, .failed: break
    }
    // The sound of joined sentences is one run, so that a stretch does not break it.
    if lapEnd != nil || !track.timeline.isJoined(after: sentence) { playout.endRun(gain: Float(track.gain.factor)) }
    if lapEnd != nil { noteRoundEnd(RoundEnd(media: playout.media, sentence: sentence, offset: offset)) }
    // A place after the end of a sentence, requested while its length was an estimate, is in the gap.
    advance(to: .gap(after: sentence, offset: lapEnd == nil ? max(0, offset - Frame(audio.frameCount)) : 0))
    return true
  }

  func noteRoundEnd(_ end: RoundEnd) {
    roundEnds.removeAll { $0.media >= end.media }
    // All rounds but the first one, which may begin after its end, end at the same place.
    if roundEnds.last?.offset != end.offset { roundEnds.append(end) }
  }

  private func enter(_ sentence: Int, _ audio: SentenceAudio, from offset: Frame, of track: Track) {
    observe(audio)
    let plan = SentencePlan(
      epoch: epoch, track: track.id, sentence: sentence, span: track.span(of: sentence),
      media: playout.media, offset: offset, audio: audio, goesBack: reported.isDiscontinuity(playout.media),
      end: endOfLap(in: sentence, from: offset, of: track))
    report(.sentence(plan))
    let next = firstOfLap(behind: sentence, of: track) ?? sentence + 1
    // A fast listener uses up more of it in the time in which the next is made.
    let sound = synthesis.soundAhead(of: track.voice(of: sentence).voice, rate: rate)
    for next in next..<max(next, next + track.sentencesAhead(of: next, sound: sound)) {
      synthesis.prepare(next, in: track)
    }
  }

  func observe(_ audio: SentenceAudio?) {
    observed?.onChange = nil
    observed = audio
    audio?.onChange = { [weak self] in self?.pump() }
  }

  func feedSilence(_ place: Timeline.Place, _ offset: Frame, of length: Frame, _ next: Timeline.Place) {
    let count = min(length - offset, Frame(slice))
    guard count > 0 else { return advance(to: next) }
    playout.writeSilence(count)
    cursor = place.advanced(by: count)
    reportPrepared()
  }

  func advance(to place: Timeline.Place) {
    cursor = place
    fed.append(place, at: playout.media)
  }

  func reportPrepared() {
    guard !isPrepared else { return }
    isPrepared = true
    report(.prepared(epoch))
  }

  private func reportLoss(_ error: Trouble) {
    guard !isEngineLost else { return }
    isEngineLost = true
    report(.engineLost(epoch, error))
  }

  // MARK: The end

  private func finish() {
    guard !end.isSet, playout.isFlushed else { return }
    reportPrepared()
    awaitEnd(at: playout.end)
  }

  /// The output has taken the frame before `index`.
  func reached(_ index: UInt64) { end.reached(index) }
}
