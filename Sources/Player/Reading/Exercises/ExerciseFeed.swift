import EventLoop
import Playback
import Recordings
import Speech
import Study
import Vocabulary

/// Feeds the turns of a phrase: its sound at the speed of each, and the gaps behind them.
@Core
final class ExerciseFeed {
  /// The result of an attempt to feed a piece.
  enum Piece {
    /// So many frames of the exercise were fed.
    case fed(Frame)
    /// The sound has not come yet.
    case awaited
    /// The decoder of the recording is wanted for it.
    case decoderAwaited
    /// All turns were fed.
    case ended
    /// The engine was given up before it had made the sound.
    case lost(Trouble)
  }

  /// The longest phrase of a recording whose sound is kept while it is repeated.
  static let longestKept: Microseconds = 30_000_000

  private let playout: Playout
  private let sentences: SentenceFeed
  private let runs: RunFeed
  /// The turn whose sound was fed last.
  private var entered: (sentence: Int, turn: Int)?

  init(_ playout: Playout, _ sentences: SentenceFeed, _ runs: RunFeed) {
    self.playout = playout
    self.sentences = sentences
    self.runs = runs
  }

  /// The sound is fed anew: the turn in which it begins is announced again.
  func forget() { entered = nil }

  /// The speed of the sound at a place: that of its turn; 1 for a track that is heard once.
  func speed(at place: Timeline.Place, of track: Track) -> Double {
    guard track.content.own.isHeardInTurns, case .sentence(let sentence, let offset) = place else { return 1 }
    return turns(of: sentence, in: track).map { $0.turns[$0.turn(at: offset)].speed } ?? 1
  }

  /// The turns of a phrase as far as they are known.
  private func turns(of sentence: Int, in track: Track) -> PhraseTurns? {
    let content = track.content.own
    // The timeline learns the length of a sentence a little later than its sound is there.
    if content.isSpoken(sentence), let audio = sentences.known(sentence, in: track),
      audio.state == .complete || audio.state == .failed
    {
      return content.turns(of: sentence, spoken: Frame(audio.frameCount))
    }
    return content.turns(of: sentence, in: track.timeline)
  }

  /// The silence of a track itself around a place: the gap behind a turn, or the time until the next sentence of a text
  /// that is read by a clock.
  ///
  /// - Returns: the frames before and after the place; `nil` if there is sound, or its end is not known.
  func silence(at place: Timeline.Place, of track: Track, _ rounds: Rounds) -> (before: Frame, after: Frame)? {
    let timeline = track.timeline
    switch place {
    case .sentence(let sentence, let offset):
      guard track.content.own.isHeardInTurns, let turns = turns(of: sentence, in: track),
        case .gap(let turn, let before) = turns.place(at: offset)
      else { return nil }
      let end = rounds.end(in: sentence, from: offset, of: track, shown: nil)
      return (before, min(turns.turns[turn].end, end ?? .max) - offset)
    case .gap(let sentence, let offset):
      guard track.content.own.run == nil, rounds.laps(of: track) == nil,
        timeline.isComplete || sentence + 1 < track.sentenceCount
      else { return nil }
      return (offset, timeline.gap(after: sentence) - offset)
    case .leadingDelay(let offset):
      return track.content.own.run == nil ? (offset, timeline.start(of: 0) - offset) : nil
    case .trailingDelay, .end: return nil
    }
  }

  /// Feeds one piece.
  ///
  /// - Parameters:
  ///   - offset: the frame of the phrase's turns.
  ///   - end: the one at which a round of a repetition ends.
  ///   - epoch: that of the present place.
  ///   - goesBack: true if the reading has just gone back, to repeat a part.
  ///   - enter: called with the plan of a turn that begins.
  func step(
    _ sentence: Int, from offset: Frame, until end: Frame?, of track: Track, in epoch: Player.Epoch, goesBack: Bool,
    enter: (SentencePlan) -> Void
  ) -> Piece {
    let made = made(sentence, of: track)
    let isWhole = made.map { $0.state == .complete || $0.state == .failed } ?? true
    guard
      let turns = track.content.own.turns(
        of: sentence, spoken: isWhole ? made.map { Frame($0.frameCount) } : nil)
    else { return .ended }
    let rest = end.map { $0 - offset } ?? .max
    switch turns.place(at: offset) {
    case .end:
      endRun(of: sentence, turns.turns.count - 1, turns, of: track)
      return .ended
    case .gap(let turn, let frame):
      endRun(of: sentence, turn, turns, of: track)
      if frame == 0 { prepareSound(behind: turn, sentence, turns, of: track) }
      return feedSilence(min(turns.turns[turn].gap - frame, rest), of: track)
    case .sound(let turn, let source):
      let speech = isRecorded(sentence, turn, turns, of: track) ? nil : made
      if entered.map({ $0 != (sentence, turn) }) ?? true {
        entered = (sentence, turn)
        let audio = speech ?? SentenceAudio()
        // The words behind the end of a round are not heard.
        let leaving = end.flatMap { $0 < turns.turns[turn].end ? turns.source(at: $0, in: turn) : nil }
        if speech == nil { audio.end(.complete) }
        enter(
          SentencePlan(
            epoch: epoch, track: track.id, sentence: sentence, span: track.span(of: sentence), media: playout.media,
            offset: source, audio: audio, recordedFrames: speech == nil ? turns.source : nil, goesBack: goesBack,
            end: leaving, turn: turn, speed: turns.turns[turn].speed))
      }
      return feedSound(
        sentence, turn, turns, from: source, at: offset, speech, atMost: rest, of: track)
    }
  }

  /// The speech that a sentence or its translation is; `nil` in a recording without one.
  private func made(_ sentence: Int, of track: Track) -> SentenceAudio? {
    track.content.own.isSpoken(sentence) ? sentences.audio(of: sentence, in: track) : nil
  }

  /// True if a turn lets hear a recording.
  private func isRecorded(_ sentence: Int, _ turn: Int, _ turns: PhraseTurns, of track: Track) -> Bool {
    guard case .part = track.content.own.sound(of: sentence) else { return false }
    return !turns.turns[turn].isTranslation
  }

  private func feedSound(
    _ sentence: Int, _ turn: Int, _ turns: PhraseTurns, from source: Frame, at offset: Frame, _ made: SentenceAudio?,
    atMost limit: Frame, of track: Track
  ) -> Piece {
    let end = limit == .max ? nil : turns.source(at: offset + limit, in: turn)
    var fed: Frame = 0
    func fit(_ available: Frame) -> (Frame, Frame) {
      let part = turns.fill(from: offset, in: turn, with: available)
      fed = part.frames
      return part
    }
    let result: FedSlice
    var needsDecoder = false
    if let made {
      result = sentences.write(
        made, from: source, atMost: TrackFeed.slice(track.timeline.sampleRate.hertz), of: track, until: end,
        since: nil, isMarked: false, fit: fit)
    } else if case .part(let sound, let part) = track.content.own.sound(of: sentence) {
      result = runs.write(
        sound, part, from: source, of: track, until: end, begun: part.first, fit: fit)
      needsDecoder = sound.needsDecoder
    } else {
      return .ended
    }
    switch result {
    case .fed: return .fed(fed)
    case .awaited: return needsDecoder ? .decoderAwaited : .awaited
    case .lost(let error): return .lost(error)
    case .ended:
      // A round ends in the middle of a frame, or the recording ends before its last phrase: silence is there.
      endRun(of: sentence, turn, turns, of: track)
      let rest = turns.turns[turn].start + turns.turns[turn].length - offset
      return feedSilence(min(rest, limit), of: track)
    }
  }

  private func feedSilence(_ frames: Frame, of track: Track) -> Piece {
    let count = min(frames, Frame(TrackFeed.slice(track.timeline.sampleRate.hertz)))
    guard count > 0 else { return .ended }
    playout.writeSilence(count)
    return .fed(count)
  }

  private func endRun(of sentence: Int, _ turn: Int, _ turns: PhraseTurns, of track: Track) {
    if isRecorded(sentence, turn, turns, of: track) {
      runs.endRun(of: track)
    } else {
      sentences.endRun(of: track)
    }
  }

  /// The sound after a gap is decoded while the gap is heard.
  private func prepareSound(behind turn: Int, _ sentence: Int, _ turns: PhraseTurns, of track: Track) {
    let next = turn + 1 < turns.turns.count ? sentence : sentence + 1
    if case .part(let sound, let part) = track.content.own.sound(of: next) { sound.prepare(at: part.first) }
  }
}
