import EventLoop
import Playback
import Recordings
import Speech
import Study
import Vocabulary

/// Feeds the sound of one track piece by piece from a place on, and knows the place of each media frame that was fed.
@Core
final class TrackFeed {
  /// The result of an attempt to feed a piece.
  enum Step {
    /// Something was fed, or the next place is another one.
    case fed
    /// There is nothing to feed now.
    case awaited
    /// The recording that runs through has no more sound.
    case runEnded
    /// All of the track was fed.
    case ended
  }

  /// The frames that are fed at a time. Those of a low rate take longer to be heard.
  static func slice(_ sampleRate: Int) -> Int { max(1, min(4096, sampleRate / 5)) }

  /// The sound that is made sentence by sentence.
  let sentences: SentenceFeed
  /// The sound that open recordings have.
  let runs: RunFeed
  /// The sound of phrases that are studied.
  private let exercises: ExerciseFeed
  private(set) var track: Track?
  /// The open place.
  private(set) var epoch: Player.Epoch = 0
  /// The listener's rate.
  var rate = 1.0
  /// The text that is heard when the open track has been heard to its end.
  var following: FollowingText? {
    didSet {
      if following?.track !== oldValue?.track || following?.sentence != oldValue?.sentence { prepareFollowing() }
    }
  }
  /// The text whose beginning may be made already.
  private weak var prepared: Track?
  /// The announced positions of media frames.
  private(set) var reported = ReportedPosition()
  /// The sound that was fed in this epoch.
  private var fed = FedPlaces()
  private var rounds = Rounds()
  /// The text beside the sound.
  private var light = TextLight()
  private var isPrepared = false
  /// True if the engine was given up at the text to feed next.
  private(set) var isEngineLost = false
  private let playout: Playout
  private let reports: Relay<PartReport>

  init(_ playout: Playout, _ synthesis: Synthesis, _ reports: Relay<PartReport>) {
    self.playout = playout
    self.reports = reports
    sentences = SentenceFeed(playout, synthesis)
    runs = RunFeed(playout)
    exercises = ExerciseFeed(playout, sentences, runs)
  }

  private func report(_ report: Feeder.Report) { reports(.feeder(report)) }

  /// The rate that media time is counted at here.
  var sampleRate: SampleRate { track?.timeline.sampleRate ?? .usual }

  // MARK: Opening

  /// Another place is heard from `media` on, which is announced as `position`.
  func open(_ track: Track, _ epoch: Player.Epoch, at media: Frame, position: Frame) {
    self.track = track
    self.epoch = epoch
    reported.begin(at: media, reported: position)
    rounds.forget()
  }

  /// The same track goes on in another place.
  func goOn(_ epoch: Player.Epoch, at media: Frame, position: Frame) {
    self.epoch = epoch
    reported.begin(at: media, reported: position)
  }

  /// A chapter goes on whose beginning was fed already.
  func goOn(in next: Continuation, _ epoch: Player.Epoch) {
    fed = next.fed
    open(next.track, epoch, at: next.joint, position: 0)
    // The sentences of its text in the sound that was fed.
    light.forget()
    if case .sentence(_, let end) = fed.cursor {
      announce(in: 0..<max(1, end), at: next.joint, until: nil, of: next.track)
    }
    report(.prepared(epoch))
  }

  func close() { track = nil }

  /// Forgets what was fed.
  func forget() {
    fed.forget()
    isPrepared = false
    isEngineLost = false
    light.forget()
    exercises.forget()
    sentences.observe(nil)
  }

  /// The next sound is that of a place, from `media` on.
  func begin(at place: Timeline.Place, media: Frame) { fed.begin(at: place, media: media) }

  /// The plan behind `media` is made anew.
  func forgetReported(behind media: Frame) { reported.forget(behind: media) }

  /// A place that is still to be heard turned out to be at another frame of the timeline.
  func correct(_ media: Frame, to frame: Frame) { reported.begin(at: media, reported: frame) }

  // MARK: Repetition

  /// The present repetition, of any track.
  var repetition: Repetition? { rounds.repetition }

  /// Repeats another part from now on; `nil`: none.
  func `repeat`(_ repetition: Repetition?) { rounds.choose(repetition) }

  /// Ends the rounds that were fed.
  ///
  /// - Returns: the place at which the reading goes on at `media`.
  func leaveRounds(at media: Frame) -> Timeline.Place {
    let end = rounds.end(before: media)
    rounds.forget()
    return end?.place(after: fed.place(of: media)) ?? fed.place(of: media)
  }

  /// The speed of the sound itself at a place, beside the listener's rate: that of its turn in an exercise.
  func speed(at place: Timeline.Place, of track: Track?) -> Double {
    track.map { exercises.speed(at: place, of: $0) } ?? 1
  }

  // MARK: Places

  /// The next place to feed.
  var cursor: Timeline.Place { fed.cursor }

  /// The place of a media frame in the present timeline.
  func place(of media: Frame) -> Timeline.Place {
    let place = fed.place(of: media)
    return track?.timeline.place(ofFed: place, rounds.end(before: media)?.offset) ?? place
  }

  /// The place of a media frame in what was fed. A recording is fed as one long sentence, with and without a text
  /// beside it.
  func fedPlace(of media: Frame) -> Timeline.Place { fed.place(of: media) }

  /// The silence of the track itself in which a media frame is.
  func silence(at media: Frame) -> (before: Frame, after: Frame)? {
    track.flatMap { exercises.silence(at: fed.place(of: media), of: $0, rounds) }
  }

  /// The sound before a media frame was heard.
  func forget(before heard: Frame) {
    fed.prune(before: heard)
    reported.forget(before: heard)
    guard case .sentence(let sentence, let offset) = fed.place(of: heard),
      let track, case .part(let sound, let part) = track.content.own.sound(of: sentence)
    else { return }
    let turns = track.content.own.turns(of: sentence, spoken: nil)
    // A phrase is heard again. A long one is decoded again.
    if let turns, turns.source.microseconds(at: sampleRate) <= ExerciseFeed.longestKept {
      return sound.forget(before: part.first)
    }
    runs.forget(sound, part, before: turns?.source(at: offset) ?? offset, at: sampleRate)
  }

  // MARK: Feeding

  /// Feeds one slice.
  func step(_ track: Track) -> Step {
    let timeline = track.timeline
    playout.change(rate: rate, speed: speed(at: fed.cursor, of: track), gain: runs.gain(of: track))
    switch fed.cursor {
    case .leadingDelay(let offset):
      // A recording sounds before the first sentence of its text; a text on a clock waits for it.
      let length = track.content.own.run != nil ? timeline.gaps.leadingDelay : timeline.start(of: 0)
      feedSilence(.leadingDelay(offset: offset), offset, of: length, .sentence(0, offset: 0))
    case .sentence(let sentence, let offset):
      if track.content.own.isHeardInTurns { return feedTurns(of: sentence, from: offset, of: track) }
      switch track.content.own.sound(of: sentence) {
      case .part(let sound, let part): return feed(sound, part, as: sentence, from: offset, of: track)
      case .made: return feed(sentence, from: offset, of: track)
      }
    case .gap(let sentence, let offset):
      if feedGapOfRound(behind: sentence, from: offset, of: track) { return .fed }
      if track.content.own.run != nil {
        advance(to: .trailingDelay(offset: 0))
        return .fed
      }
      // A gap is certain only when the next sentence or the end is known.
      let isLast = sentence + 1 == track.sentenceCount
      guard !isLast || timeline.isComplete else { return .awaited }
      feedSilence(
        .gap(after: sentence, offset: offset), offset, of: timeline.gap(after: sentence),
        isLast ? .trailingDelay(offset: 0) : .sentence(sentence + 1, offset: 0))
    case .trailingDelay(let offset):
      feedSilence(.trailingDelay(offset: offset), offset, of: timeline.gaps.trailingDelay, .end)
    case .end: return .ended
    }
    return .fed
  }

  /// Feeds one slice of a sentence whose sound is made.
  private func feed(_ sentence: Int, from offset: Frame, of track: Track) -> Step {
    guard sentence < track.sentenceCount else {
      if track.timeline.isComplete { advance(to: .trailingDelay(offset: 0)) }
      return track.timeline.isComplete ? .fed : .awaited
    }
    let audio = sentences.audio(of: sentence, in: track)
    let end = rounds.end(in: sentence, from: offset, of: track, shown: nil)
    if !sentences.observes(audio) { enter(sentence, audio, from: offset, until: end, of: track) }
    switch sentences.write(
      audio, from: offset, atMost: Self.slice(sampleRate.hertz), of: track, until: end,
      since: rounds.start(in: sentence, of: track, reported, at: playout.media), isMarked: rounds.isMarked(track))
    {
    case .fed(let count): advance(within: .sentence(sentence, offset: offset + count))
    case .awaited: return .awaited
    case .lost(let error):
      lose(error)
      return .awaited
    case .ended:
      // The sound of joined sentences is one run, so that a stretch does not break it.
      if end != nil || !track.timeline.isJoined(after: sentence) { sentences.endRun(of: track) }
      if end != nil { rounds.note(RoundEnd(media: playout.media, sentence: sentence, offset: offset)) }
      // A place after the end of a sentence, requested while its length was an estimate, is in the gap.
      advance(to: .gap(after: sentence, offset: end == nil ? max(0, offset - Frame(audio.frameCount)) : 0))
    }
    return .fed
  }

  private func enter(_ sentence: Int, _ audio: SentenceAudio, from offset: Frame, until end: Frame?, of track: Track) {
    sentences.observe(audio)
    report(
      .sentence(
        SentencePlan(
          epoch: epoch, track: track.id, sentence: sentence, span: track.span(of: sentence),
          media: playout.media, offset: offset, audio: audio, goesBack: reported.isDiscontinuity(playout.media),
          end: end)))
    sentences.prepare(from: rounds.sentence(behind: sentence, of: track), behind: sentence, of: track, rate: rate)
    prepareFollowing()
  }

  /// A slow voice that is asked at the end of a track is late for the next one.
  private func prepareFollowing() {
    guard let following, let track, following.track !== track, track.recording == nil else { return }
    // However often another text is put next, the sound of one is kept.
    if let prepared, prepared !== following.track, prepared !== track { sentences.forget(prepared) }
    prepared = following.track
    let sentence: Int
    switch fed.cursor {
    case .sentence(let present, _): sentence = present
    case .gap(let last, _): sentence = last
    case .trailingDelay, .end: sentence = track.sentenceCount - 1
    case .leadingDelay: return
    }
    sentences.prepare(following, behind: sentence, of: track, rate: rate)
  }

  /// Feeds one slice of the turns of a phrase.
  private func feedTurns(of sentence: Int, from offset: Frame, of track: Track) -> Step {
    guard sentence < track.sentenceCount else {
      if track.timeline.isComplete { advance(to: .trailingDelay(offset: 0)) }
      return track.timeline.isComplete ? .fed : .awaited
    }
    let end = rounds.end(in: sentence, from: offset, of: track, shown: nil)
    if let end, offset >= end {
      runs.endRun(of: track)
      rounds.note(RoundEnd(media: playout.media, sentence: sentence, offset: offset))
      exercises.forget()
      advance(to: .gap(after: sentence, offset: 0))
      return .fed
    }
    let media = playout.media
    switch exercises.step(
      sentence, from: offset, until: end, of: track, in: epoch, goesBack: reported.isDiscontinuity(media),
      enter: { enterTurn($0, of: track) })
    {
    case .fed(let count): advance(within: .sentence(sentence, offset: offset + count))
    case .awaited: return .awaited
    case .decoderAwaited:
      report(.soundNeeded(track))
      return .awaited
    case .lost(let error):
      lose(error)
      return .awaited
    case .ended:
      exercises.forget()
      let length = track.timeline.speech(of: sentence) ?? offset
      advance(to: .gap(after: sentence, offset: max(0, offset - length)))
    }
    return .fed
  }

  /// A turn of a phrase begins in the fed sound.
  private func enterTurn(_ plan: SentencePlan, of track: Track) {
    let isMade = plan.recordedFrames == nil
    sentences.observe(isMade ? plan.audio : nil)
    report(.sentence(plan))
    guard isMade else { return }
    sentences.prepare(
      from: rounds.sentence(behind: plan.sentence, of: track), behind: plan.sentence, of: track, rate: rate)
    prepareFollowing()
  }

  /// Feeds one slice of a sentence that is a part of a recording.
  private func feed(
    _ sound: RecordedSound, _ part: RecordingPart, as sentence: Int, from offset: Frame, of track: Track
  ) -> Step {
    let media = playout.media
    let end = rounds.end(in: sentence, from: offset, of: track, shown: light.sentence)
    if let end, offset >= end {
      runs.endRun(of: track)
      rounds.note(RoundEnd(media: media, sentence: sentence, offset: offset))
      advance(to: .gap(after: sentence, offset: 0))
      return .fed
    }
    switch runs.write(
      sound, part, from: offset, of: track, until: end,
      since: rounds.start(in: sentence, of: track, reported, at: media), isMarked: rounds.isMarked(track))
    {
    case .fed(let count):
      announce(in: offset..<offset + count, at: media, until: end, of: track)
      advance(within: .sentence(sentence, offset: offset + count))
    case .ended: return .runEnded
    case .awaited, .lost:
      if sound.needsDecoder { report(.soundNeeded(track)) }
      return .awaited
    }
    return .fed
  }

  /// No chapter goes on in the run that has ended: what is behind it comes next.
  func endRun(of track: Track) {
    guard case .sentence(let sentence, _) = fed.cursor else { return }
    runs.endRun(of: track)
    advance(to: .gap(after: sentence, offset: 0))
  }

  /// Announces the sentences of the text beside a recording that begin in a piece of the sound.
  private func announce(in frames: Range<Frame>, at media: Frame, until end: Frame?, of track: Track) {
    for plan in light.plans(in: frames, at: media, until: end, of: track, epoch, reported) { report(.sentence(plan)) }
  }

  /// Feeds the silence between two rounds, and goes back after it; false if the reading continues.
  private func feedGapOfRound(behind sentence: Int, from offset: Frame, of track: Track) -> Bool {
    guard let (start, gap) = rounds.next(behind: sentence, of: track, at: playout.media) else { return false }
    let place = Timeline.Place.sentence(start.sentence, offset: start.offset)
    feedSilence(.gap(after: sentence, offset: offset), offset, of: gap, place)
    guard fed.cursor == place else { return true }
    reported.addDiscontinuity(at: playout.media, to: track.frame(ofFed: place))
    light.forget()
    // Where no sentence begins, it goes back all the same.
    if track.isBetweenSentences(place) {
      report(.sentence(.back(to: start.sentence, of: track, at: playout.media, in: epoch)))
    }
    // The same sentence also begins again.
    sentences.observe(nil)
    return true
  }

  private func feedSilence(_ place: Timeline.Place, _ offset: Frame, of length: Frame, _ next: Timeline.Place) {
    let count = min(length - offset, Frame(Self.slice(sampleRate.hertz)))
    guard count > 0 else { return advance(to: next) }
    playout.writeSilence(count)
    advance(within: place.advanced(by: count))
  }

  private func advance(within place: Timeline.Place) {
    fed.feed(upTo: place)
    reportPrepared()
  }

  /// The next sound is at a place of another segment.
  func advance(to place: Timeline.Place) { fed.advance(to: place, at: playout.media) }

  /// The first sound of the place is in the ring.
  func reportPrepared() {
    guard !isPrepared else { return }
    isPrepared = true
    report(.prepared(epoch))
  }

  /// The engine was given up.
  func lose(_ error: Trouble) {
    guard !isEngineLost else { return }
    isEngineLost = true
    report(.engineLost(epoch, error))
  }
}
