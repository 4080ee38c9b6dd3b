import Documents
package import EventLoop
import Playback
package import Recordings
import Speech

/// The sound of a recording around the place that is heard: what has been decoded and is not heard yet, and a little
/// more.
///
/// The decoder is open only while the sound is wanted, since each is a process with an open file.
@Core
package final class RecordedSound {
  /// The sound that is decoded ahead of the place that is fed: half a second, and two slices at least.
  private var ahead: Frame {
    max(Frame(description.sampleRate / 2), Frame(2 * TrackFeed.slice(description.sampleRate)))
  }

  /// The properties of the recording. The length may become better known.
  package private(set) var description: RecordingDescription
  /// The factor that levels it with speech; see ``RecordingDescription/levelFactor``.
  let level: Float
  private var decoder: (any RecordingDecoder)?
  /// The tracks that are parts of it, in the order in which they became that. They stay here when they leave the queue.
  private(set) var tracks: [TrackID] = []
  /// True while a decoder is on its way.
  package private(set) var isOpening = false
  /// The frames that are more than a few.
  private static let fewest = 64
  /// The decoded sound, without holes.
  private var pieces: [(first: Frame, samples: [Float])] = []
  /// The frame at which the decoder goes on.
  private var next: Frame = 0
  /// The frames that were asked for and have not come.
  private var wanted = 0
  /// The frame after the last one, once it has been found: the end of the recording, or the place where it is broken.
  private(set) var end: Frame?
  /// The frame at which the decoder was lost last.
  private var lossFrame: Frame?
  /// True if no decoder gets beyond ``end``: what was decoded before it is all there is.
  private var isGivenUp = false
  /// Called when more sound or its end has come.
  var onChange: (@Core () -> Void)?

  init(_ description: RecordingDescription) {
    self.description = description
    level = Float(description.levelFactor)
    self.description.frames = description.frames.map(Self.limited)
    self.description.chapters = description.chapters.filter { $0.firstFrame < RecordingDescription.mostFrames }
  }

  /// A track is a part of it.
  func join(_ track: TrackID) { tracks.append(track) }

  private static func limited(_ frames: Frame) -> Frame { max(0, min(frames, RecordingDescription.mostFrames)) }

  /// A part of the sound.
  enum Part {
    /// The samples from the wanted frame on; at least one frame.
    case samples(ArraySlice<Float>)
    /// They have not come yet.
    case awaited
    /// There are none from there on.
    case ended
  }

  // MARK: The decoder

  /// True if the file has to be opened to hear it.
  var needsDecoder: Bool { decoder == nil && !isOpening && !isGivenUp }

  /// A decoder is on its way.
  package func beginOpening() { isOpening = true }

  /// The decoder cannot be had now.
  package func endOpening() { isOpening = false }

  /// Goes on with a decoder, which is at the beginning of the recording.
  func take(_ decoder: any RecordingDecoder) {
    close()
    self.decoder = decoder
    next = 0
    onChange?()
  }

  /// Closes the file, and forgets what was decoded.
  package func close() {
    decoder?.abandon()
    decoder = nil
    isOpening = false
    isGivenUp = false
    wanted = 0
    pieces = []
  }

  /// The consequence of the loss of a decoder.
  enum Loss: Equatable {
    /// Another one may get further.
    case hopeful
    /// None gets beyond this frame. The sound before it is still heard.
    case brokenOff(atFrame: Frame)
    /// The file cannot be opened.
    case hopeless
  }

  /// The decoder was lost, or could not be had.
  func lose() -> Loss {
    defer { self.lossFrame = next }
    let wasOpen = decoder != nil
    guard let lossFrame, abs(next - lossFrame) <= Frame(description.sampleRate) else {
      decoder = nil
      close()
      return .hopeful
    }
    guard wasOpen else {
      close()
      return .hopeless
    }
    decoder = nil
    isGivenUp = true
    setEnd(next)
    onChange?()
    return .brokenOff(atFrame: next)
  }

  /// Takes an event of the decoder, except its description and its end.
  func take(_ event: RecordingEvent) {
    switch event {
    case .samples(let first, let samples):
      // By contract they are contiguous. Others would be heard at a wrong place.
      guard first == next, !samples.isEmpty else { return }
      pieces.append((first, samples))
      next += Frame(samples.count / description.channels)
      wanted = max(0, wanted - samples.count / description.channels)
    case .length(let frames, let isExact):
      (description.frames, description.isExact) = (Self.limited(frames), isExact)
    case .atEnd(let frames): setEnd(frames)
    case .brokenOff(let frame, _): setEnd(frame)
    case .described, .cover, .peaks, .levels, .index, .failed: return
    }
    onChange?()
  }

  /// The file was opened again, and has more sound than it had.
  func takeAgain(_ description: RecordingDescription) {
    (self.description.frames, self.description.isExact) = (description.frames.map(Self.limited), description.isExact)
    end = nil
  }

  private func setEnd(_ frame: Frame) {
    let frame = Self.limited(frame)
    end = frame
    wanted = 0
    (description.frames, description.isExact) = (frame, true)
  }

  // MARK: The sound

  /// The sound from a frame on, if it is there; otherwise it is asked for.
  ///
  /// - Parameters:
  ///   - count: the most frames.
  ///   - lead: the frames before it that ``history(before:count:)`` should have.
  ///   - isJoined: true if a few frames at the end of a piece are not enough, and those of the next one are wanted, too.
  func part(from frame: Frame, atMost count: Int, lead: Int, joining isJoined: Bool = false) -> Part {
    if let end, frame >= end { return .ended }
    let first = pieces.first?.first ?? next
    let start = max(0, frame - Frame(lead))
    if start < first || frame > next + Frame(wanted) { go(to: start) }
    defer { ask(from: frame) }
    guard let place = pieces.lastIndex(where: { $0.first <= frame }), frame < next else { return .awaited }
    let piece = pieces[place]
    let index = Int(frame - piece.first) * description.channels
    let part = piece.samples[index..<min(piece.samples.count, index + count * description.channels)]
    let missing = min(count, Self.fewest) * description.channels - part.count
    guard isJoined, missing > 0, place + 1 < pieces.count else { return .samples(part) }
    return .samples((Array(part) + pieces[place + 1].samples.prefix(missing))[...])
  }

  /// Decodes the sound at a frame, which will be wanted soon.
  func prepare(at frame: Frame) { if decoder != nil { _ = part(from: frame, atMost: 1, lead: Self.longestLead) } }

  /// More frames than any change of the sample rate has to know before a frame.
  private static let longestLead = 8192

  /// The last frames before a frame, as far as they are there.
  func history(before frame: Frame, count: Int) -> [Float] {
    var samples: [Float] = []
    for piece in pieces where piece.first < frame {
      let known = Int(frame - piece.first) * description.channels
      samples += piece.samples.prefix(known)
    }
    return Array(samples.suffix(count * description.channels))
  }

  /// Forgets the sound before a frame, which was heard.
  func forget(before frame: Frame) {
    let kept = pieces.firstIndex { $0.first + Frame($0.samples.count / description.channels) > frame }
    pieces.removeFirst(kept ?? max(0, pieces.count - 1))
  }

  private func go(to frame: Frame) {
    pieces = []
    next = frame
    wanted = 0
    isGivenUp = false
    decoder?.seek(to: frame)
  }

  private func ask(from frame: Frame) {
    guard let decoder, end.map({ next < $0 }) ?? true else { return }
    let goal = min(frame + ahead, end ?? .max)
    let missing = Int(goal - next) - wanted
    // In pieces of some size, or each slice that is fed would be a message.
    guard missing > 0, wanted == 0 || Int(goal - next) > 2 * wanted else { return }
    wanted += missing
    decoder.want(frames: missing)
  }
}
