import EventLoop
import Playback
import Speech
import Vocabulary

/// Makes the sound of sentences, caches a bounded amount of it, and reports the lengths that become known.
///
/// The same sentence always gives the same samples (the worker forks a child for each). So dropped sound can be made
/// again, and a place in it stays the same.
@Core
final class Synthesis {
  /// The size of the cache beside the sound in use: about 24 s at 22,050 Hz, so that going back by a sentence or ten
  /// seconds needs no synthesis. More would save little: missing sound is heard within some ten milliseconds.
  static let cacheLimit = 1 << 20

  private struct Key: Hashable {
    var track: TrackID
    var sentence: Int
  }

  /// The source of a sound that is on its way.
  private enum Request {
    case engine(SynthesisRequest)
    case clip(ClipSounds.Playing)
  }

  private let engine: any Synthesizer
  private var audio: [Key: SentenceAudio] = [:]
  private var requests: [Key: Request] = [:]
  /// The sound of clips; `nil` where there are none.
  var clips: ClipSounds?
  /// The least recently used first.
  private var recent: [Key] = []
  /// The track whose turn it is; `nil` if it is that of none.
  private var present: TrackID?
  /// The sentences that were prepared and not heard yet.
  private var ahead: Set<Key> = []
  private let reports: Relay<PartReport>

  enum Report {
    /// A sentence's exact length has become known.
    case length(Track, Int, Frame)
    /// The engines of a sentence have spoken it, and nobody in their place.
    case spoken(Track, Int)
    /// The engine cannot speak a piece of a sentence; it is left out.
    case skipped(Track, Int)
    /// A sentence could not be spoken, or not to its end.
    case failed(Track, Int, Trouble)
    /// A clip could not be heard, or not to its end.
    case clipFailed(Track, Int, ReadingError)
  }

  init(engine: any Synthesizer, _ reports: Relay<PartReport>) {
    self.engine = engine
    self.reports = reports
  }

  /// The sound of a sentence that was asked for before; `nil` if none was.
  func known(_ sentence: Int, in track: Track) -> SentenceAudio? { audio[Key(track: track.id, sentence: sentence)] }

  /// The sound of a sentence: complete, or arriving from now on.
  func audio(of sentence: Int, in track: Track, _ urgency: SpeechUrgency = .now) -> SentenceAudio {
    let key = Key(track: track.id, sentence: sentence)
    touch(key)
    if urgency == .now { ahead.remove(key) } else { ahead.insert(key) }
    if let known = audio[key] { return known }
    let clip = track.content.own.clip(of: sentence)
    let new = SentenceAudio(channels: track.frameFormat.channels, frames: clip?.frames ?? 0)
    audio[key] = new
    requests[key] =
      if let clip {
        .clip(play(clip, for: key, audio: new, track: track))
      } else {
        .engine(speak(sentence, urgency, for: key, audio: new, track: track))
      }
    return new
  }

  private func speak(
    _ sentence: Int, _ urgency: SpeechUrgency, for key: Key, audio: SentenceAudio, track: Track
  ) -> SynthesisRequest {
    let (text, voice) = (track.text(of: sentence), track.voice(of: sentence))
    let conversion = track.content.own.conversion(ofSpeechAt: track.speechRate)
    return engine.speak(text, with: voice, track.spans[sentence], at: track.speechRate, urgency) {
      [weak self, weak track] event in
      guard let self, let track else { return }
      for event in conversion?.converted(event) ?? [event] {
        self.received(event, for: key, audio: audio, track: track)
      }
    }
  }

  private func play(_ clip: Clip, for key: Key, audio: SentenceAudio, track: Track) -> ClipSounds.Playing {
    guard let clips else { preconditionFailure("clips have no sound here") }
    return clips.play(clip, of: track.id) { [weak self, weak track] event in
      guard let self, let track else { return }
      switch event {
      case .samples(let samples): audio.append(samples)
      case .ended: received(.done(frames: Frame(audio.frameCount)), for: key, audio: audio, track: track)
      case .failed(let error):
        requests[key] = nil
        audio.end(.failed)
        reports(.synthesis(.length(track, key.sentence, Frame(audio.frameCount))))
        reports(.synthesis(.clipFailed(track, key.sentence, error)))
      }
    }
  }

  private func cancel(_ request: Request) {
    switch request {
    case .engine(let request): engine.cancel(request)
    case .clip(let playing): playing.cancel()
    }
  }

  /// The sound of a voice that should be ready behind a sentence.
  ///
  /// - Parameter rate: the listener's.
  func soundAhead(of voice: VoiceID, rate: Double) -> Microseconds {
    Microseconds(Int64(Double(engine.effort(of: voice).ahead.count) * max(1, rate)))
  }

  /// Starts making a sentence that will be needed soon.
  func prepare(_ sentence: Int, in track: Track) { _ = audio(of: sentence, in: track, .ahead) }

  /// Stops making sound that is no longer needed, except for the `kept` sentences of a track, the first of which is
  /// wanted now. Lost sound is made again when it is needed.
  func cancelUnfinished(except track: TrackID?, _ kept: ClosedRange<Int>?) {
    present = track
    ahead = ahead.filter { $0.track == track && kept?.contains($0.sentence) == true }
    let going = kept.map { isThere($0.lowerBound, in: track) ? $0 : $0.lowerBound...$0.lowerBound + 1 }
    for (key, request) in requests where !(key.track == track && going?.contains(key.sentence) == true) {
      cancel(request)
      drop(key)
    }
    for (key, audio) in audio {
      if case .lost = audio.state { drop(key) }
    }
  }

  /// True if the sound of a sentence is there or arrives. Otherwise it is to be made at once, and what is made beside it
  /// would hold it up.
  private func isThere(_ sentence: Int, in track: TrackID?) -> Bool {
    guard let track, let audio = audio[Key(track: track, sentence: sentence)] else { return false }
    if case .lost = audio.state { return false }
    return true
  }

  private func drop(_ key: Key) {
    requests[key] = nil
    audio[key] = nil
    recent.removeAll { $0 == key }
    ahead.remove(key)
  }

  /// Forgets all sound of a track.
  func forget(_ track: TrackID) {
    for key in audio.keys where key.track == track {
      if let request = requests.removeValue(forKey: key) { cancel(request) }
      audio[key] = nil
    }
    recent.removeAll { $0.track == track }
    ahead = ahead.filter { $0.track != track }
  }

  /// Forgets all sound; users keep the sound that they have.
  func forgetAll() {
    cancelUnfinished(except: nil, nil)
    audio.removeAll()
    recent.removeAll()
  }

  private func received(_ event: SpeechEvent, for key: Key, audio: SentenceAudio, track: Track) {
    switch event {
    case .samples(let firstFrame, let samples):
      // By contract the worker's frames are contiguous; a gap would shift every later word.
      guard firstFrame == audio.frameCount else { return }
      audio.append(samples)
    case .mark(let word):
      audio.append(word)
    case .skipped:
      reports(.synthesis(.skipped(track, key.sentence)))
    // No text of the reading has marks yet, and nobody asks for them.
    case .reached: break
    case .otherVoice: track.measuring.lacking.insert(key.sentence)
    case .done(let frames):
      requests[key] = nil
      audio.end(.complete)
      reports(.synthesis(.length(track, key.sentence, frames)))
      // A sentence that another voice spoke once counts as lacking ever after; the next one tells.
      if track.content.own.clip(of: key.sentence) == nil, !track.measuring.lacking.contains(key.sentence) {
        reports(.synthesis(.spoken(track, key.sentence)))
      }
      trim()
    case .failed(let error) where key.track != present:
      // A text that follows is not given up before its turn. Then it is asked for again, and what fails is told.
      requests[key] = nil
      audio.end(.lost(error))
    case .failed(let error) where error.code == .broken:
      // Sound that is not awaited yet is requested again when it is.
      if audio.onChange == nil { drop(key) } else { requests[key] = nil }
      audio.end(.lost(error))
    case .failed(let error):
      requests[key] = nil
      audio.end(.failed)
      reports(.synthesis(.length(track, key.sentence, Frame(audio.frameCount))))
      reports(.synthesis(.failed(track, key.sentence, error)))
    }
  }

  private func touch(_ key: Key) {
    if recent.last == key { return }
    recent.removeAll { $0 == key }
    recent.append(key)
  }

  private func trim() {
    var total = audio.values.reduce(0) { $0 + $1.byteCount }
    // The sound in use, and that which is next, stay.
    func isSpare(_ key: Key) -> Bool {
      requests[key] == nil && !ahead.contains(key) && audio[key]?.onChange == nil
    }
    while total > Self.cacheLimit, let oldest = recent.first(where: isSpare), oldest != recent.last {
      total -= audio.removeValue(forKey: oldest)?.byteCount ?? 0
      recent.removeAll { $0 == oldest }
    }
  }
}
