import Documents
import EventLoop
import Reading
import Speech
import Store

/// Looks for the lengths of a track that earlier runs measured, and enters them in its timeline.
@Core
final class LengthSearch {
  let track: Track
  /// The keys of the lengths, one for each of ``Passage/voiceParts``; complete when all steps are done.
  private(set) var keys: [LengthKey] = []
  /// Reads the lengths of a key from the store, as a ``Store/FrameList``.
  var lookUp: (@Core (LengthKey) -> [UInt8]?)?
  /// True for a voice whose kept lengths are estimates; none is if there is no such function.
  var isDoubted: (@Core (VoiceConfiguration) -> Bool)?
  /// True if the search goes on after the call that began it.
  var isLate = false
  private let engines: EngineNames
  private var text: UInt64?
  private var isStopped = false

  /// - Parameter engines: what the speech engines report.
  init(_ track: Track, engines: EngineNames) {
    self.track = track
    self.engines = engines
  }

  /// Ends the steps: the track leaves the queue.
  func stop() { isStopped = true }

  /// The whole search; see ``EventLoop/SlicedWork``.
  var steps: [@Core () -> Bool] {
    // The fingerprint of a file's text is known already.
    if case .file(_, _, let fingerprint?) = track.origin { text = fingerprint }
    let parts = track.passage.voiceParts
    let all = (text == nil ? [textStep] : []) + parts.flatMap { steps(for: $0.sentences, by: $0.voice) }
    return all.map { step in { [unowned self] in !isStopped && step() } }
  }

  private var textStep: @Core () -> Bool {
    var pieces = track.text.pieces[...]
    var print = TextFingerprint(byteCount: track.text.count)
    return { [unowned self] in
      if let piece = pieces.popFirst() { print.add(piece) }
      if pieces.isEmpty { text = print.value }
      return !pieces.isEmpty
    }
  }

  private func steps(for sentences: [Range<Int>], by voice: VoiceConfiguration) -> [@Core () -> Bool] {
    let count = sentences.reduce(0) { $0 + $1.count }
    var print = TextFingerprint(byteCount: count * 8)
    var (cut, entry) = (SentenceSlices(sentences), SentenceSlices(sentences))
    var found: FoundLengths?
    var voices: Set = [voice.voice]
    let cutStep: @Core () -> Bool = { [unowned self] in
      if let slice = cut.next() {
        track.passage.forEachSpan(of: slice) {
          print.add(word: UInt64($0.utf8.lowerBound) | UInt64($0.utf8.upperBound) << 32)
        }
        track.spans.forEach(in: slice) { sentence, spans in
          print.add(word: UInt64(sentence))
          for span in spans {
            print.add(word: UInt64(span.utf8.lowerBound) | UInt64(span.utf8.upperBound) << 32)
            print.add(span.attributes.soundKey)
            if let voice = span.attributes.voice { voices.insert(voice) }
          }
        }
      }
      guard cut.isAtEnd else { return true }
      let key = LengthKey(
        text: text ?? 0, cut: print.value, voice: voice, engine: engines.name(for: voices),
        at: track.speechRate)
      keys.append(key)
      found = FoundLengths(of: key, count: count) { [unowned self] in lookUp?($0) }
      return false
    }
    let checkStep: @Core () -> Bool = { found?.check() ?? false }
    let enterStep: @Core () -> Bool = { [unowned self] in
      let isDoubted = isDoubted.map { doubts in voices.contains { doubts(voice.with(voice: $0)) } } ?? false
      for sentence in entry.next() ?? 0..<0 {
        guard let length = found?.next(), track.speech(of: sentence) == nil else { continue }
        if isDoubted {
          track.estimateSound(length, of: sentence)
          track.measuring.former[sentence] = length
        } else {
          track.setSound(length, of: sentence)
        }
      }
      return !entry.isAtEnd
    }
    return [cutStep, checkStep, enterStep]
  }
}

/// The sentences of some ranges in slices, each of which is worked through within a fraction of a millisecond.
struct SentenceSlices {
  private static let size = 1024
  private var ranges: ArraySlice<Range<Int>>

  init(_ ranges: [Range<Int>]) { self.ranges = ranges.filter { !$0.isEmpty }[...] }

  /// True if there is no further slice.
  var isAtEnd: Bool { ranges.isEmpty }

  /// The next slice; `nil` at the end.
  mutating func next() -> Range<Int>? {
    guard let range = ranges.popFirst() else { return nil }
    let end = min(range.lowerBound + Self.size, range.upperBound)
    if end < range.upperBound { ranges = [end..<range.upperBound] + ranges }
    return range.lowerBound..<end
  }
}
