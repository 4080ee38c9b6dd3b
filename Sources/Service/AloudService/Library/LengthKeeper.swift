import Documents
import EventLoop
import Playback
import Reading
import Speech
import Store

/// Keeps the measured lengths of each chapter, so that a chapter that is opened again has exact lengths at once.
///
/// A text is identified by its bytes and the boundaries of its sentences, which are known once all of it has been read.
/// A text may have millions of sentences, so that all work on one is sliced.
@Core
final class LengthKeeper: KnownLengths {
  /// The interval of saving while a long text is being measured.
  private static let saveEvery = Duration.seconds(15)
  /// The time for which the end of the service waits for slices of saving.
  private static let patience = Duration.seconds(1)

  private let keeper: SessionKeeper
  private let engine: any EngineIdentity
  private let scheduler: any Scheduler
  private let log: ServiceLog
  /// The engines that have not identified themselves although they were asked. No length of their voices is kept.
  private var unknown: Set<String> = []
  private let tell: Relay<RoomNotice>
  /// Tracks whose lengths may be worth keeping, with the keys of their lengths and the time of the last save.
  private var known: [TrackID: (track: Track, keys: [LengthKey], saved: Instant)] = [:]
  private let saves: LengthSaves
  /// Tracks whose lengths are being looked up.
  private var searches: [TrackID: LengthSearch] = [:]

  init(
    keeper: SessionKeeper, engine: any EngineIdentity, scheduler: any Scheduler, log: ServiceLog,
    _ tell: Relay<RoomNotice>
  ) {
    self.tell = tell
    self.keeper = keeper
    self.engine = engine
    self.scheduler = scheduler
    self.log = log
    saves = LengthSaves(scheduler: scheduler)
  }

  /// All text of a track is there: enters the lengths that were measured before.
  ///
  /// - Returns: true if the rest may be measured now. Otherwise ``RoomNotice/measurable(_:)`` tells when it may.
  func takeUp(_ track: Track) -> Bool {
    guard track.document?.contentID != nil, known[track.id] == nil, !track.timeline.isExact else {
      return true
    }
    guard searches[track.id] == nil else { return false }
    let own = track.voice.voice.engine
    if let names = engine.names, names[own] != nil { return takeUp(track, from: names) }
    guard !unknown.contains(own) else { return true }
    engine.identify { [weak self, weak track] in
      guard let self else { return }
      if engine.names?[own] == nil { unknown.insert(own) }
      if let track { tell(.measurable(track)) }
    }
    return false
  }

  /// - Returns: true if that is done; false if it goes on in later turns.
  private func takeUp(_ track: Track, from names: EngineNames) -> Bool {
    let search = LengthSearch(track, engines: names)
    searches[track.id] = search
    search.lookUp = { [weak self] key in self?.blob(of: key) }
    search.isDoubted = { [weak self] voice in
      guard let self, engine.mayVary(voice.voice) else { return false }
      return !(fit(of: voice)?.repeatsItself ?? false)
    }
    SlicedWork.run(on: scheduler, search.steps) { [weak self] in
      if self?.found(search) == true, search.isLate { self?.tell(.measurable(track)) }
    }
    search.isLate = searches[track.id] === search
    return !search.isLate
  }

  private func blob(of key: LengthKey) -> [UInt8]? {
    do throws(StoreError) {
      return try keeper.stores?.lengths.blob(of: key)
    } catch {
      // They are measured again. The rest of the file may be intact, so it is not set aside.
      log.warning("the measured lengths cannot be read: \(error)")
      return nil
    }
  }

  /// - Returns: false if the track has left the queue.
  private func found(_ search: LengthSearch) -> Bool {
    let track = search.track
    guard searches[track.id] === search else { return false }
    searches[track.id] = nil
    track.timeline.recalibrate()
    if track.timeline.isExact {
      log.debug("\(track.sentenceCount) sentences are as long as they were when they were measured")
    } else {
      known[track.id] = (track, search.keys, scheduler.now)
    }
    return true
  }

  /// The fits are kept beside the lengths, under the key of no text.
  private func key(of voice: VoiceConfiguration) -> LengthKey? {
    guard let name = engine.names?[voice.voice.engine] else { return nil }
    return LengthKey(text: 0, cut: 0, voice: voice, engine: "fit|\(name.engine)")
  }

  func fit(of voice: VoiceConfiguration) -> LengthFit? {
    key(of: voice).flatMap { blob(of: $0) }.flatMap { LengthFit(bytes: $0) }
  }

  func keep(_ fit: LengthFit, of voice: VoiceConfiguration) {
    guard let key = key(of: voice) else { return }
    do throws(StoreError) {
      try keeper.stores?.lengths.save(blob: fit.bytes, of: key)
    } catch {
      log.debug("what was learnt of \(voice.voice) cannot be stored: \(error)")
      if error.code == .damaged { keeper.failed(error) }
    }
  }

  /// More of a track has been measured.
  func progressed(_ track: Track) {
    guard let entry = known[track.id] else { return }
    if track.timeline.isExact {
      save(track)
      known[track.id] = nil
      log.debug("\(track.measuring.count) of \(track.sentenceCount) sentences were measured")
    } else if entry.saved.duration(to: scheduler.now) > Self.saveEvery {
      save(track)
    }
  }

  /// A track is leaving the queue.
  func forget(_ id: TrackID) {
    searches.removeValue(forKey: id)?.stop()
    guard let entry = known[id] else { return }
    save(entry.track)
    known[id] = nil
  }

  /// Saves all lengths measured so far, in slices like at any other time, and then calls `done`: within this call if
  /// they are few.
  func close(_ done: @escaping @Core () -> Void) {
    for search in searches.values { search.stop() }
    searches = [:]
    let rest = known.values.flatMap { steps(saving: $0.track) }
    known = [:]
    saves.finish(rest, within: Self.patience, done)
  }

  private func save(_ track: Track) {
    known[track.id]?.saved = scheduler.now
    saves.begin(track.id, steps(saving: track))
  }

  /// The measured part of a track at the time of each step.
  private func steps(saving track: Track) -> [@Core () -> Bool] {
    guard let entry = known[track.id] else { return [] }
    return zip(track.passage.voiceParts, entry.keys).map { voice, key in
      var sentences = SentenceSlices(voice.sentences)
      var part = LengthPart(key)
      return { [weak self] in
        // Meanwhile the sentences of an exercise may have been put into another order.
        guard track.exercise?.isInOrder ?? true else { return false }
        for sentence in sentences.next() ?? 0..<0 {
          let known = track.speech(of: sentence) ?? track.measuring.former[sentence]
          part.append(track.measuring.lacking.contains(sentence) ? nil : known)
          if part.isFull { self?.saveAndBeginNext(&part) }
        }
        if sentences.isAtEnd { self?.saveAndBeginNext(&part) }
        return !sentences.isAtEnd
      }
    }
  }

  private func saveAndBeginNext(_ part: inout LengthPart) {
    defer { part.beginNext() }
    guard part.isAnyKnown else { return }
    do throws(StoreError) {
      try keeper.stores?.lengths.save(blob: part.blob, of: part.key)
    } catch {
      // Unsaved lengths are measured again. A damaged file is not written any more.
      log.debug("the measured lengths cannot be stored: \(error)")
      if error.code == .damaged { keeper.failed(error) }
    }
  }
}

extension Passage {
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
}
