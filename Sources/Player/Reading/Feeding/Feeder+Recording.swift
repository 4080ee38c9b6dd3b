import EventLoop
import Recordings
import Speech
import Vocabulary

// The sound of recordings: it comes from their files, as it is wanted.
extension Feeder {
  /// The sound before the heard place that stays, so that another rate can begin there: 0.3 s.
  private static let kept = 0.3

  /// The result of the attempt to feed a slice.
  enum Slice {
    /// So many frames were fed.
    case fed(Frame)
    /// The sound has not come yet.
    case awaited
    /// The track has no sound from there on.
    case ended
  }

  /// Feeds one slice of a recording; false if there is nothing to feed now.
  func feed(_ sound: RecordedSound, _ part: RecordingPart, from offset: Frame, of track: Track) -> Bool {
    let lapEnd = endOfRound(from: offset, of: track)
    if let lapEnd, offset >= lapEnd { return endRound(at: offset, of: track) }
    let media = playout.media
    switch write(sound, part, from: offset, of: track, lapEnd: lapEnd) {
    case .fed(let count):
      announceSentences(in: offset..<offset + count, at: media, until: lapEnd, of: track)
      cursor = .sentence(0, offset: offset + count)
      reportPrepared()
      return true
    case .awaited:
      if sound.needsDecoder { report(.soundNeeded(track)) }
      return false
    case .ended:
      if beginContinuation() { return true }
      playout.endRun(gain: gain(of: track))
      advance(to: .gap(after: 0, offset: 0))
      return true
    }
  }

  /// Writes one slice of a recording.
  ///
  /// - Parameters:
  ///   - offset: the frame of the track.
  ///   - lapEnd: the frame of the track at which a round of a repetition ends.
  func write(
    _ sound: RecordedSound, _ part: RecordingPart, from offset: Frame, of track: Track, lapEnd: Frame? = nil
  ) -> Slice {
    let frame = part.first + offset
    let slice = Frame(Self.slice(sampleRate.hertz))
    let most = [lapEnd.map { $0 - offset }, part.end.map { $0 - frame }].compactMap(\.self).reduce(slice, min)
    guard most > 0 else { return .ended }
    switch sound.part(from: frame, atMost: Int(most), lead: playout.historyLength(before: frame)) {
    case .samples(let samples):
      playout.write(
        faded(samples, from: offset, lapEnd: lapEnd, of: track), at: frame, gain: gain(of: track),
        after: { startOfRound(in: 0, of: track) == offset ? [] : sound.history(before: frame, count: $0) })
      return .fed(Frame(samples.count / sound.description.channels))
    case .awaited: return .awaited
    case .ended: return .ended
    }
  }

  /// The factor on the samples of a sound that runs through: the request's volume, and its replay gain.
  func gain(of track: Track) -> Float {
    Float(track.gain.factor) * (levelsRecordings ? track.content.own.level : 1)
  }

  private func endRound(at offset: Frame, of track: Track) -> Bool {
    playout.endRun(gain: gain(of: track))
    noteRoundEnd(RoundEnd(media: playout.media, sentence: 0, offset: offset))
    advance(to: .gap(after: 0, offset: 0))
    return true
  }

  /// Smooths the edges that the marks of a repetition cut into the sound.
  private func faded(
    _ samples: ArraySlice<Float>, from offset: Frame, lapEnd: Frame?, of track: Track
  ) -> ArraySlice<Float> {
    let lapStart = startOfRound(in: 0, of: track)
    guard lapStart != nil || lapEnd != nil, isMarked(track) else { return samples }
    let channels = track.frameFormat.channels
    let edge = Frame(sampleRate.hertz / 250)
    var faded = samples
    for index in samples.indices {
      let frame = offset + Frame((index - samples.startIndex) / channels)
      let distance = min(lapStart.map { frame - $0 } ?? edge, lapEnd.map { $0 - 1 - frame } ?? edge)
      if distance < edge { faded[index] *= Float(max(0, distance)) / Float(edge) }
    }
    return faded
  }

  /// Forgets the sound of a recording that was heard.
  func forgetSound(before heard: Frame) {
    guard case .run(let sound, let part)? = track?.content.own.sound,
      case .sentence(_, let offset) = fedPlace(of: heard)
    else { return }
    sound.forget(before: part.first + offset - Frame(Self.kept * Double(sampleRate.hertz)))
  }
}
