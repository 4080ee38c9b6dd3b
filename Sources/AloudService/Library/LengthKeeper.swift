import EventLoop
import Playback
import Speech
import Store
import Workers

/// Keeps what was measured of each chapter, so that one that is opened again is exact at once.
///
/// A text is told by its bytes and by where its sentences lie, which is known when all of it has been read.
@Core
final class LengthKeeper: KnownLengths {
  /// What is measured over a long time is kept meanwhile, too.
  private static let saveEvery = Duration.seconds(15)

  private let keeper: SessionKeeper
  private let engine: SpeechEngine
  private let scheduler: any Scheduler
  private let log: ServiceLog
  /// Whether the engine has not said what it is, though it was asked: then nothing is kept.
  private var isEngineUnknown = false
  private let tell: Relay<RoomNotice>
  /// Tracks whose lengths may be worth keeping: what they are told by, and when they were kept last.
  private var known: [TrackID: (track: SpokenTrack, keys: [LengthKey], saved: Instant)] = [:]

  init(
    keeper: SessionKeeper, engine: SpeechEngine, scheduler: any Scheduler, log: ServiceLog, _ tell: Relay<RoomNotice>
  ) {
    self.tell = tell
    self.keeper = keeper
    self.engine = engine
    self.scheduler = scheduler
    self.log = log
  }

  /// All of a track's text is there: enters the lengths that were measured before.
  ///
  /// - Returns: whether the rest may be measured; otherwise ``RoomNotice/measurable(_:)`` tells when it may.
  func takeUp(_ track: SpokenTrack) -> Bool {
    guard track.document?.contentID != nil, known[track.id] == nil, !track.timeline.isExact else {
      return true
    }
    if let name = engine.name {
      takeUp(track, from: name)
    } else if !isEngineUnknown {
      // With its voices the engine says what it is.
      engine.voices { [weak self, weak track] _ in
        guard let self, let track else { return }
        isEngineUnknown = engine.name == nil
        tell(.measurable(track))
      }
      return false
    }
    return true
  }

  private func takeUp(_ track: SpokenTrack, from name: String) {
    let parts = track.voiceParts
    let text = track.textFingerprint
    let keys = parts.map {
      LengthKey(text: text, cut: track.fingerprint(of: $0.sentences), voice: $0.voice, engine: name)
    }
    known[track.id] = (track, keys, scheduler.now)
    guard let lengths = keeper.stores?.lengths else { return }
    for (part, key) in zip(parts, keys) {
      let count = part.sentences.reduce(0) { $0 + $1.count }
      let frames: [Frame?]
      do throws(StoreError) {
        guard let known = try lengths.lengths(of: key, count: count) else { continue }
        frames = known
      } catch {
        // They are measured again. What else is in the file may be whole: it is not set aside for this.
        log.warning("what was measured cannot be read: \(error)")
        break
      }
      track.timeline.enter(frames, of: part.sentences)
    }
    track.timeline.recalibrate()
    guard track.timeline.isExact else { return }
    known[track.id] = nil
    log.debug("\(track.sentenceCount) sentences are as long as they were when they were measured")
  }

  /// More of a track has been measured.
  func progressed(_ track: SpokenTrack) {
    guard let entry = known[track.id] else { return }
    if track.timeline.isExact {
      save(track)
      known[track.id] = nil
      log.debug("\(track.measuredCount) of \(track.sentenceCount) sentences were measured")
    } else if entry.saved.duration(to: scheduler.now) > Self.saveEvery {
      save(track)
    }
  }

  /// A track leaves the queue.
  func forget(_ id: TrackID) {
    guard let entry = known[id] else { return }
    save(entry.track)
    known[id] = nil
  }

  /// Keeps what was measured by now of everything.
  func close() {
    for entry in known.values { save(entry.track) }
    known = [:]
  }

  private func save(_ track: SpokenTrack) {
    guard let entry = known[track.id], let lengths = keeper.stores?.lengths else { return }
    known[track.id]?.saved = scheduler.now
    for (part, key) in zip(track.voiceParts, entry.keys) {
      let frames = part.sentences.joined().map { track.unmeasurable.contains($0) ? nil : track.timeline.speech(of: $0) }
      guard frames.contains(where: { $0 != nil }) else { continue }
      do throws(StoreError) {
        try lengths.save(frames, of: key)
      } catch {
        // What cannot be kept is measured again; a file that is damaged is not written to any more.
        log.debug("what was measured cannot be kept: \(error)")
        if error.code == .damaged { keeper.failed(error) }
        return
      }
    }
  }
}

extension SpokenTrack {
  /// Tells the text from others; of a file it is known by now.
  fileprivate var textFingerprint: UInt64 {
    if case .file(_, _, let fingerprint?) = origin { return fingerprint }
    return text.fingerprint
  }

  /// The sentences that each voice reads, in order.
  var voiceParts: [(voice: VoiceConfiguration, sentences: [Range<Int>])] {
    var parts: [(voice: VoiceConfiguration, sentences: [Range<Int>])] = []
    var indices: [VoiceConfiguration: Int] = [:]
    for run in voiceRuns {
      if let index = indices[run.voice] {
        parts[index].sentences.append(run.sentences)
      } else {
        indices[run.voice] = parts.count
        parts.append((run.voice, [run.sentences]))
      }
    }
    return parts
  }

  /// Tells sentences by where they lie in the text.
  func fingerprint(of sentences: [Range<Int>]) -> UInt64 {
    var print = TextFingerprint(byteCount: sentences.reduce(0) { $0 + $1.count } * 8)
    for range in sentences {
      forEachSpan(of: range) { print.add(word: UInt64($0.utf8.lowerBound) | UInt64($0.utf8.upperBound) << 32) }
    }
    return print.value
  }
}
