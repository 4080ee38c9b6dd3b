import EventLoop
import Playback
import Speech
import Store
import Workers

/// Keeps the measured lengths of each chapter, so that a chapter that is opened again has exact lengths at once.
///
/// A text is identified by its bytes and the boundaries of its sentences, which are known once all of it has been read.
@Core
final class LengthKeeper: KnownLengths {
  /// The interval of saving while a long text is being measured.
  private static let saveEvery = Duration.seconds(15)

  private let keeper: SessionKeeper
  private let engine: SpeechEngine
  private let scheduler: any Scheduler
  private let log: ServiceLog
  /// True if the engine has not identified itself although it was asked. Nothing is kept then.
  private var isEngineUnknown = false
  private let tell: Relay<RoomNotice>
  /// Tracks whose lengths may be worth keeping, with the keys of their lengths and the time of the last save.
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

  /// All text of a track is there: enters the lengths that were measured before.
  ///
  /// - Returns: true if the rest may be measured now. Otherwise ``RoomNotice/measurable(_:)`` tells when it may.
  func takeUp(_ track: SpokenTrack) -> Bool {
    guard track.document?.contentID != nil, known[track.id] == nil, !track.timeline.isExact else {
      return true
    }
    if let name = engine.name {
      takeUp(track, from: name)
    } else if !isEngineUnknown {
      // The engine identifies itself together with its voices.
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
        // They are measured again. The rest of the file may be intact, so it is not set aside.
        log.warning("the measured lengths cannot be read: \(error)")
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

  /// A track is leaving the queue.
  func forget(_ id: TrackID) {
    guard let entry = known[id] else { return }
    save(entry.track)
    known[id] = nil
  }

  /// Saves all lengths measured so far.
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
        // Unsaved lengths are measured again. A damaged file is not written any more.
        log.debug("the measured lengths cannot be stored: \(error)")
        if error.code == .damaged { keeper.failed(error) }
        return
      }
    }
  }
}

extension SpokenTrack {
  /// The fingerprint of the text; for a file it is known already.
  fileprivate var textFingerprint: UInt64 {
    if case .file(_, _, let fingerprint?) = origin { return fingerprint }
    return text.fingerprint
  }

  /// The sentences of each voice, in order.
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

  /// The fingerprint of the sentences' boundaries in the text.
  func fingerprint(of sentences: [Range<Int>]) -> UInt64 {
    var print = TextFingerprint(byteCount: sentences.reduce(0) { $0 + $1.count } * 8)
    for range in sentences {
      forEachSpan(of: range) { print.add(word: UInt64($0.utf8.lowerBound) | UInt64($0.utf8.upperBound) << 32) }
    }
    return print.value
  }
}
