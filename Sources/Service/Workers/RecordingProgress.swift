import Documents
import Recordings
import SoundWire
import Vocabulary
import Wire

/// The part of a recording that its decoder has sent, from a process that may send anything. Impossible answers are
/// errors.
struct RecordingProgress {
  /// The number of the last seek, or 1.
  private(set) var request: UInt32 = 1
  /// Frames that are wanted and have not come.
  private var wanted = 0
  /// Wishes since the last seek that may still be answered by the end.
  private var wishes = 0
  private var hasEnded = false
  /// The frames of each wanted peak; `nil`: samples are wanted.
  private(set) var framesPerPeak: Int?
  /// True if levels are wanted, and ``wanted`` counts them.
  private var isLevels = false
  /// The next frame that may come.
  private var next: Int64 = 0
  private var description: RecordingDescription?
  /// The chapters that are still to come.
  private var missingChapters = 0
  private var cover: [UInt8] = []
  private var isCoverTold = false
  private var index: [UInt8] = []
  private var isIndexTold = false

  /// True if the process owes an answer.
  var isWaiting: Bool { wanted > 0 || description == nil || missingChapters > 0 }

  mutating func want(_ frames: Int) {
    wanted = wanted.addingReportingOverflow(frames).partialValue
    wishes += 1
    framesPerPeak = nil
    isLevels = false
  }

  mutating func wantLevels(_ count: Int) {
    (wanted, framesPerPeak, isLevels) = (count, nil, true)
    wishes += 1
  }

  mutating func wantPeaks(_ frames: Int, each: Int) {
    (wanted, framesPerPeak, isLevels) = (frames, each, false)
    wishes += 1
  }

  mutating func seek(to frame: Int64) {
    request += 1
    (wanted, next) = (0, frame)
    (wishes, hasEnded) = (0, false)
  }

  /// - Returns: the news in an answer; none if it was sent before the process knew of the last seek.
  mutating func take(_ answer: DecoderAnswer, of request: UInt32) throws(Trouble) -> [RecordingEvent] {
    switch answer {
    case .recording(let description, let chapters) where self.description == nil:
      self.description = description
      missingChapters = chapters
      return told
    case .recordingChapters(let first, let chapters) where first == description?.chapters.count:
      guard chapters.count <= missingChapters else { throw Self.outOfTurn("a chapter too many") }
      let last = description?.chapters.last?.firstFrame ?? 0
      let frames = [last] + chapters.map(\.firstFrame)
      guard zip(frames, frames.dropFirst()).allSatisfy({ $0 <= $1 }) else { throw Self.outOfTurn("unordered chapters") }
      description?.chapters += chapters
      missingChapters -= chapters.count
      return chapters.isEmpty ? [] : told
    case _ where description == nil || missingChapters > 0:
      throw Self.outOfTurn("\(answer.kind) before the description")
    case .cover(let first, let total, let piece): return try take(cover: piece, first: first, total: total)
    case .index(let first, let total, let piece):
      guard !isIndexTold, first == index.count, total <= DecoderAnswer.maximumIndex, index.count + piece.count <= total
      else { throw Self.outOfTurn("byte \(first) of an index of \(total)") }
      index += piece
      guard index.count == total else { return [] }
      isIndexTold = true
      defer { index = [] }
      return [.index(index)]
    case .length(let frames, let isExact): return [.length(frames: frames, isExact: isExact)]
    // A wish that crossed the end on its way is answered by the end, too.
    case .soundEnd where hasEnded && wanted == 0 && wishes > 0 && request == self.request,
      .soundBroken where hasEnded && wanted == 0 && wishes > 0 && request == self.request:
      wishes -= 1
      return []
    case .sound, .peaks, .levels, .soundEnd, .soundBroken:
      guard request <= self.request else { throw Self.outOfTurn("\(answer.kind) for no request") }
      return request == self.request ? [try take(sound: answer)] : []
    default: throw Self.outOfTurn("\(answer.kind) in a recording")
    }
  }

  /// The description when it is complete.
  private var told: [RecordingEvent] {
    missingChapters == 0 ? description.map { [.described($0)] } ?? [] : []
  }

  private mutating func take(sound answer: DecoderAnswer) throws(Trouble) -> RecordingEvent {
    guard wanted > 0, let channels = description?.channels else { throw Self.outOfTurn("sound that is not wanted") }
    switch answer {
    case .sound(let first, let samples) where framesPerPeak == nil && !isLevels:
      let frames = samples.count / channels
      guard first == next, frames > 0, samples.count % channels == 0, frames <= wanted else {
        throw Self.outOfTurn("\(samples.count) samples at frame \(first), not \(next)")
      }
      wanted -= frames
      next += Int64(frames)
      return .samples(firstFrame: first, samples)
    case .peaks(let first, let frames, let peaks):
      guard let each = framesPerPeak, first == next, frames > 0, frames <= wanted,
        peaks.count == (frames - 1) / each + 1
      else { throw Self.outOfTurn("\(peaks.count) peaks of \(frames) frames at \(first), not \(next)") }
      wanted -= frames
      next += Int64(frames)
      // The end comes by itself if it is nearer than the last wanted frame.
      return .peaks(firstFrame: first, frames: frames, peaks)
    case .levels(let first, let levels):
      let count = levels.count / Levels.bands.count
      guard isLevels, Int64(first) == next, count > 0, count <= wanted else {
        throw Self.outOfTurn("\(count) levels at \(first), not \(next)")
      }
      wanted -= count
      next += Int64(count)
      return .levels(first: first, levels)
    case .soundBroken(let frame, let reason):
      end()
      return .brokenOff(atFrame: frame, reason)
    case .soundEnd(let frames):
      end()
      return .atEnd(frames: frames)
    default: throw Self.outOfTurn("\(answer.kind) is no sound")
    }
  }

  private mutating func end() {
    wanted = 0
    hasEnded = true
    wishes -= 1
  }

  private mutating func take(cover piece: [UInt8], first: Int, total: Int) throws(Trouble) -> [RecordingEvent] {
    guard !isCoverTold, first == cover.count, total <= CoverImage.maximumSize, cover.count + piece.count <= total else {
      throw Self.outOfTurn("byte \(first) of a cover of \(total)")
    }
    cover += piece
    guard cover.count == total else { return [] }
    isCoverTold = true
    defer { cover = [] }
    guard let image = CoverImage(cover) else { throw Self.outOfTurn("a cover that is not a picture") }
    return [.cover(image)]
  }

  private static func outOfTurn(_ detail: String) -> Trouble { Trouble(.spokeOutOfTurn, detail) }
}
