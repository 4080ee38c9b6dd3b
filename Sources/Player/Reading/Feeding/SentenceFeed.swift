import EventLoop
import Playback
import Speech
import Vocabulary

/// Feeds the sound of sentences that are made one by one, and has the next ones made in time.
@Core
final class SentenceFeed {
  private let playout: Playout
  private let synthesis: Synthesis
  /// The sentence whose sound is being fed, or is awaited.
  private var observed: SentenceAudio?
  /// Called when more of that sound has come.
  var changed: (@Core () -> Void)?

  init(_ playout: Playout, _ synthesis: Synthesis) {
    self.playout = playout
    self.synthesis = synthesis
  }

  /// The sound of a sentence: complete, or arriving from now on.
  func audio(of sentence: Int, in track: Track) -> SentenceAudio { synthesis.audio(of: sentence, in: track) }

  /// The sound of a sentence that was asked for before; `nil` if none was.
  func known(_ sentence: Int, in track: Track) -> SentenceAudio? { synthesis.known(sentence, in: track) }

  /// True if it is the sound that is being fed.
  func observes(_ audio: SentenceAudio) -> Bool { observed === audio }

  /// The next sound to feed is that of a sentence; `nil`: it is none.
  func observe(_ audio: SentenceAudio?) {
    observed?.onChange = nil
    observed = audio
    audio?.onChange = { [weak self] in self?.changed?() }
  }

  /// Writes one slice of a sentence.
  ///
  /// - Parameters:
  ///   - offset: the frame of the sentence.
  ///   - most: the frames of a slice.
  ///   - end: the frame of the sentence at which a round of a repetition ends.
  ///   - start: that at which the round has begun.
  ///   - isMarked: true if the edge at the end is to be smoothed.
  ///   - fit: the number of frames to write of so many, and the media frames that they take; `nil`: all, and as many.
  func write(
    _ audio: SentenceAudio, from offset: Frame, atMost most: Int, of track: Track, until end: Frame?,
    since start: Frame?, isMarked: Bool, fit: ((Frame) -> (Frame, Frame))? = nil
  ) -> FedSlice {
    let first = Int(offset)
    let last = min(audio.frameCount, end.map { Int($0) } ?? .max)
    if first < last {
      let channels = audio.channels
      var slice = audio.samples[first * channels..<min(first + most, last) * channels]
      let fitting = fit?(Frame(slice.count / channels))
      if let fitting { slice = slice.prefix(Int(fitting.0) * channels) }
      guard !slice.isEmpty else { return .awaited }
      // A round fades in from silence.
      let history = start == offset ? [] : audio.samples[..<(first * channels)]
      playout.write(
        ABLoop.faded(slice, channels: channels, lapStart: start, lapEnd: isMarked ? end : nil), after: history,
        gain: Float(track.gain.factor), lasting: fitting?.1)
      return .fed(Frame(slice.count / channels))
    }
    switch audio.state {
    case .arriving: return end.map { $0 <= offset } ?? false ? .ended : .awaited
    case .lost(let error): return .lost(error)
    case .complete, .failed: return .ended
    }
  }

  /// The sound that was written is not continued.
  func endRun(of track: Track) { playout.endRun(gain: Float(track.gain.factor)) }

  /// Has sentences made, as much sound of them as is needed behind one.
  ///
  /// - Parameter rate: the listener's. A fast listener uses up more of it in the time in which the next is made.
  func prepare(from next: Int, behind sentence: Int, of track: Track, rate: Double) {
    for sentence in next..<next + count(from: next, behind: sentence, of: track, rate)
    where track.content.own.isSpoken(sentence) {
      synthesis.prepare(sentence, in: track)
    }
  }

  /// Has the first sentences of the text that follows made, if there is less sound of this one left behind a sentence
  /// than its voice needs.
  ///
  /// - Parameter rate: the listener's.
  func prepare(_ following: FollowingText, behind sentence: Int, of track: Track, rate: Double) {
    guard track.timeline.isComplete,
      sentence + 1 + count(from: sentence + 1, behind: sentence, of: track, rate) >= track.sentenceCount
    else { return }
    let (next, first) = (following.track, following.sentence)
    guard first < next.sentenceCount else { return }
    let sound = synthesis.soundAhead(of: next.voice(of: first).voice, rate: rate)
    for sentence in first..<first + next.sentencesAhead(of: first, sound: sound) {
      synthesis.prepare(sentence, in: next)
    }
  }

  /// Forgets the sound of a track, which is another one than the open track.
  func forget(_ track: Track) { synthesis.forget(track.id) }

  /// The number of sentences that should be made ahead.
  private func count(from next: Int, behind sentence: Int, of track: Track, _ rate: Double) -> Int {
    let sound = synthesis.soundAhead(of: track.voice(of: sentence).voice, rate: rate)
    return track.sentencesAhead(of: next, sound: sound)
  }

  /// Stops making what is not needed at a place; `nil`: of everything.
  ///
  /// - Parameter rate: the listener's.
  func keepOnly(at place: Timeline.Place, of track: Track?, rate: Double) {
    guard let track, let sentence = place.nextSentence, sentence < track.sentenceCount else {
      return synthesis.cancelUnfinished(except: nil, nil)
    }
    let count = max(1, count(from: sentence + 1, behind: sentence, of: track, rate))
    synthesis.cancelUnfinished(except: track.id, sentence...sentence + count)
  }

  /// Searches for an awaited place.
  func find(_ place: AwaitedPlace, in track: Track) -> AwaitedPlace.Finding { place.find(in: track, synthesis) }
}

/// The text whose sound follows that of the open track.
@Core
struct FollowingText {
  let track: Track
  /// The sentence with which it begins or goes on.
  let sentence: Int

  /// - Parameter microseconds: the place in the text from which on it will be heard.
  /// - Returns: `nil` if no sentence is known there, or none is made.
  init?(_ track: Track, at microseconds: Microseconds) {
    let place = track.timeline.place(at: Frame(microseconds: microseconds, at: track.timeline.sampleRate))
    guard !track.isLost, case .text = track.content, let sentence = place.nextSentence, sentence < track.sentenceCount
    else { return nil }
    (self.track, self.sentence) = (track, sentence)
  }
}

extension Timeline.Place {
  /// The sentence that sounds at the place or is the next one to sound; `nil` behind the last one.
  fileprivate var nextSentence: Int? {
    switch self {
    case .leadingDelay: 0
    case .sentence(let sentence, _): sentence
    case .gap(let sentence, _): sentence + 1
    case .trailingDelay, .end: nil
    }
  }
}
