import EventLoop
import Recordings
import Speech
import Vocabulary

/// The result of the attempt to feed a slice of sound.
enum FedSlice {
  /// So many frames were fed.
  case fed(Frame)
  /// The sound has not come yet.
  case awaited
  /// There is no sound from there on.
  case ended
  /// The engine was given up before it had made the sound.
  case lost(Trouble)
}

/// Feeds the sound of open recordings: it comes from their files, as it is wanted.
@Core
final class RunFeed {
  /// The sound before the heard place that stays, so that another rate can begin there: 0.3 s.
  private static let kept = 0.3

  private let playout: Playout
  /// True if recordings with a replay gain are levelled, from what is fed next on.
  var levelsRecordings = true

  init(_ playout: Playout) { self.playout = playout }

  /// Writes one slice of a part of a recording.
  ///
  /// - Parameters:
  ///   - offset: the frame of the part.
  ///   - end: the frame of the part at which a round of a repetition ends.
  ///   - start: that at which the round has begun.
  ///   - isMarked: true if such edges are to be smoothed.
  ///   - origin: the frame of the recording at which the run has begun. Nothing before it is heard in it.
  ///   - fit: the number of frames to write of so many, and the media frames that they take; `nil`: all, and as many.
  func write(
    _ sound: RecordedSound, _ part: RecordingPart, from offset: Frame, of track: Track, until end: Frame? = nil,
    since start: Frame? = nil, isMarked: Bool = false, begun origin: Frame = 0, fit: ((Frame) -> (Frame, Frame))? = nil
  ) -> FedSlice {
    let frame = part.first + offset
    let rate = track.timeline.sampleRate
    let most = [end.map { $0 - offset }, part.end.map { $0 - frame }].compactMap(\.self)
      .reduce(Frame(TrackFeed.slice(rate.hertz)), min)
    guard most > 0 else { return .ended }
    let lead = min(playout.historyLength(before: frame), Int(frame - origin))
    switch sound.part(from: frame, atMost: Int(most), lead: lead, joining: fit != nil) {
    case .samples(var samples):
      let channels = sound.description.channels
      let fitting = fit?(Frame(samples.count / channels))
      if let fitting { samples = samples.prefix(Int(fitting.0) * channels) }
      guard !samples.isEmpty else { return .awaited }
      let edges = isMarked ? Edges(start: start, end: end, length: Frame(rate.hertz / 250)) : Edges()
      playout.write(
        edges.faded(samples, from: offset, channels: channels), at: frame - origin, gain: gain(of: track),
        lasting: fitting?.1,
        after: { start == offset ? [] : sound.history(before: frame, count: min($0, Int(frame - origin))) })
      return .fed(Frame(samples.count / channels))
    case .awaited: return .awaited
    case .ended: return .ended
    }
  }

  /// The sound that was written is not continued.
  func endRun(of track: Track) { playout.endRun(gain: gain(of: track)) }

  /// The factor on the samples of a track: the request's volume, and the replay gain of a recording.
  func gain(of track: Track) -> Float {
    Float(track.gain.factor) * (levelsRecordings ? track.content.own.level : 1)
  }

  /// Forgets the sound of a recording that was heard, up to a frame of its part.
  func forget(_ sound: RecordedSound, _ part: RecordingPart, before offset: Frame, at rate: SampleRate) {
    sound.forget(before: part.first + offset - Frame(Self.kept * Double(rate.hertz)))
  }
}

/// The edges that the marks of a repetition cut into a sound.
private struct Edges {
  var start: Frame?
  var end: Frame?
  /// The frames over which an edge is smoothed.
  var length: Frame = 0

  /// - Parameter offset: the frame of the first sample.
  func faded(_ samples: ArraySlice<Float>, from offset: Frame, channels: Int) -> ArraySlice<Float> {
    guard start != nil || end != nil else { return samples }
    var faded = samples
    for index in samples.indices {
      let frame = offset + Frame((index - samples.startIndex) / channels)
      let distance = min(start.map { frame - $0 } ?? length, end.map { $0 - 1 - frame } ?? length)
      if distance < length { faded[index] *= Float(max(0, distance)) / Float(length) }
    }
    return faded
  }
}
