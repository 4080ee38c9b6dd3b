package import EventLoop
package import Playback
import Speech
import Vocabulary

/// Measures the sentences of queued tracks ahead, at idle priority, so that their timelines become exact.
@Core
package final class LengthMeasurer {
  /// The number of requests under way, so that the worker never waits for the service.
  private static let depth = 8
  /// The sentences of costly engines that are passed over in a text, in the search for those of others.
  private static let mostCostly = 64
  /// The tracks and sentences that a turn searches, before it leaves the rest to the next one.
  private static let mostSearched = 256
  /// The interval of announcements of a growing length. A final one is announced at once.
  private static let announceEvery = Duration.milliseconds(500)
  /// The time for which an order to the output has the machine for itself: until it is heard, and a little more.
  private static let respite = Duration.milliseconds(100)
  /// The time slice of the core loop for texts that have arrived complete.
  private static let patience = Duration.milliseconds(1)

  private let engine: any Synthesizer
  private let scheduler: any Scheduler
  /// In the order of reading.
  private var tracks = MeasuringOrder()
  /// Complete texts whose known lengths have not been looked up yet.
  private var arrived: [Track] = []
  private var arrivedIDs: Set<TrackID> = []
  private var slice: TimerToken?
  /// The turn in which the search goes on.
  private var search: TimerToken?
  private var isTaking = false
  /// The current track: it is measured first, then the tracks after it, then those before it.
  private var preferred: TrackID?
  private var outstanding: [TrackID: Set<Int>] = [:]
  private var requests: [TrackID: [SynthesisRequest]] = [:]
  private var announced: [TrackID: Instant] = [:]
  private var respiteEnd: TimerToken?
  /// The engines that were given up: nothing is measured with them until they have spoken something.
  private var suspended: Set<String> = []
  private let reports: Relay<PartReport>
  /// The lengths that earlier runs measured; `nil` if there are none.
  package weak var knownLengths: (any KnownLengths)? {
    didSet { estimates.keeper = knownLengths }
  }
  /// The estimates for voices that are not measured.
  private let estimates = EstimatedLengths()
  private var held: Set<TrackID> = []
  /// The texts that no voice can speak: nothing of them is measured until one has.
  private var voiceless: Set<TrackID> = []

  init(engine: any Synthesizer, scheduler: any Scheduler, _ reports: Relay<PartReport>) {
    self.reports = reports
    self.engine = engine
    self.scheduler = scheduler
  }

  /// Adds tracks, or checks grown ones again.
  func survey(_ new: [Track]) {
    for track in new {
      tracks.append(track)
      if track.isWhole, arrivedIDs.insert(track.id).inserted { arrived.append(track) }
    }
    let growing = new.filter { !$0.isWhole }
    if !growing.isEmpty { fill() }
    for track in growing { progress(track) }
    if slice == nil, !isTaking, !arrived.isEmpty { takeArrived() }
  }

  /// A book of thousands of chapters arrives within a moment, so other work has its turn in between.
  private func takeArrived() {
    let end = scheduler.now.advanced(by: Self.patience)
    isTaking = true
    var count = 0
    while count < arrived.count, count == 0 || scheduler.now < end {
      let track = arrived[count]
      count += 1
      guard arrivedIDs.remove(track.id) != nil else { continue }
      if knownLengths?.takeUp(track) ?? true { held.remove(track.id) } else { held.insert(track.id) }
      fill()
      progress(track)
    }
    isTaking = false
    arrived.removeFirst(count)
    guard !arrived.isEmpty else { return }
    slice = scheduler.schedule(after: .zero) { [weak self] in
      self?.slice = nil
      self?.takeArrived()
    }
  }

  /// Measures a track before the others: it is the current one.
  func prefer(_ track: Track) {
    preferred = track.id
    tracks.bringBack(track.id)
  }

  /// Sound is to begin or end at once: measuring is suspended for a moment.
  func giveWay() {
    if let respiteEnd { scheduler.cancel(respiteEnd) }
    engine.isMeasuringHeld = true
    respiteEnd = scheduler.schedule(after: Self.respite) { [weak self] in
      self?.respiteEnd = nil
      self?.engine.isMeasuringHeld = false
    }
  }

  /// Tracks are leaving the queue.
  package func forget(_ gone: [TrackID]) {
    for track in gone {
      for request in requests.removeValue(forKey: track) ?? [] { engine.cancel(request) }
      outstanding[track] = nil
      held.remove(track)
      voiceless.remove(track)
      arrivedIDs.remove(track)
      announced[track] = nil
      tracks.remove(track)
    }
    fill()
  }

  /// Enters a length that became known by speaking.
  func learnt(_ frames: Frame, of sentence: Int, in track: Track) {
    guard track.timeline.speech(of: sentence) != track.content.own.length(ofSound: frames, of: sentence) else {
      return
    }
    track.setSound(frames, of: sentence)
    // One more of its sentences is within reach.
    tracks.bringBack(track.id)
    progress(track)
    fill()
  }

  /// The engines of a sentence have spoken it, and nobody in their place.
  func spoke(_ sentence: Int, of track: Track) {
    if isEstimated(sentence, of: track), let frames = track.speech(of: sentence) {
      estimates.learn(frames, of: sentence, in: track)
    }
    let hadNoVoice = voiceless.remove(track.id) != nil
    guard hadNoVoice || !suspended.isDisjoint(with: engines(of: sentence, of: track)) else { return }
    suspended.subtract(engines(of: sentence, of: track))
    tracks.bringBackAll()
    fill()
  }

  private func engines(of sentence: Int, of track: Track) -> Set<String> {
    Set(voices(of: sentence, of: track).map(\.engine))
  }

  private func voices(of sentence: Int, of track: Track) -> [VoiceID] {
    [track.voice(of: sentence).voice] + track.spans[sentence].compactMap(\.attributes.voice)
  }

  /// Asks for as many lengths as may be under way. A track with nothing more to ask for is set aside until that may
  /// have changed, so that each search begins where something may be found.
  private func fill() {
    scheduler.cancel(&search)
    var free = Self.depth - outstanding.values.reduce(0) { $0 + $1.count }
    var (searched, fruitless) = (0, [Track]())
    for track in tracks.from(preferred) {
      guard free > 0 else { break }
      // The next ones have arrived later, and wait too.
      guard !arrivedIDs.contains(track.id) else { break }
      guard searched < Self.mostSearched else {
        search = scheduler.schedule(after: .zero) { [weak self] in
          self?.search = nil
          self?.fill()
        }
        break
      }
      searched += 1 + measure(track, atMost: &free)
      if free > 0 { fruitless.append(track) }
    }
    for track in fruitless { tracks.setAside(track) }
  }

  /// Asks for lengths of a track, `free` of them at most, which it counts down.
  ///
  /// - Returns: the number of sentences that were looked at.
  private func measure(_ track: Track, atMost free: inout Int) -> Int {
    // A chapter is read within moments, so its stored lengths are worth waiting for; another text may take any time.
    guard track.document == nil || track.isWhole, !held.contains(track.id), !voiceless.contains(track.id)
    else { return 0 }
    var (from, left, searched) = (0, Self.mostCostly, 0)
    while free > 0, left > 0, let sentence = track.timeline.firstUnmeasured(from: from), sentence >= from {
      from = sentence + 1
      searched += 1
      guard mayBeMeasured(sentence, of: track) else {
        left -= 1
        continue
      }
      guard outstanding[track.id, default: []].insert(sentence).inserted else { continue }
      free -= 1
      measure(sentence, of: track)
    }
    return searched
  }

  /// True if the engines of a sentence may measure it. Others tell its length when they speak it.
  private func mayBeMeasured(_ sentence: Int, of track: Track) -> Bool {
    voices(of: sentence, of: track).allSatisfy { engine.effort(of: $0).isMeasured && !suspended.contains($0.engine) }
  }

  /// True if one voice speaks a sentence, and tells no length before.
  private func isEstimated(_ sentence: Int, of track: Track) -> Bool {
    track.content.own.clip(of: sentence) == nil && track.spans[sentence].isEmpty
      && !engine.effort(of: track.voice(of: sentence).voice).isMeasured
  }

  private func measure(_ sentence: Int, of track: Track) {
    track.measuring.count += 1
    let (text, voice) = (track.text(of: sentence), track.voice(of: sentence))
    let request = engine.measure(text, with: voice, track.spans[sentence], at: track.speechRate) {
      [weak self, weak track] result in
      guard let self, let track, self.outstanding[track.id]?.remove(sentence) != nil else { return }
      if outstanding[track.id]?.isEmpty == true { outstanding[track.id] = nil }
      if case .failure(let error) = result, error.code == .broken {
        return suspend(track, sentence)
      }
      // Nothing of the text can be spoken now, which is no length.
      if case .failure(let error) = result, error.code.isOfWholeEngine {
        voiceless.insert(track.id)
        return fill()
      }
      // A sentence that cannot be measured is also silent when it is spoken.
      let frames: Frame = if case .success(let frames) = result { track.frames(ofSpeech: frames) } else { 0 }
      if case .failure = result { track.measuring.lacking.insert(sentence) }
      if track.timeline.speech(of: sentence) == nil { track.setSound(frames, of: sentence) }
      self.progress(track)
      self.fill()
    }
    requests[track.id, default: []].append(request)
    if requests[track.id]!.count > 4 * Self.depth { requests[track.id]!.removeFirst(2 * Self.depth) }
  }

  /// An engine of a sentence was given up. If the usual one is not alone, it is another one.
  private func suspend(_ track: Track, _ sentence: Int) {
    let engines = engines(of: sentence, of: track)
    let others = engines.subtracting([UsualEngine.name])
    suspended.formUnion(others.isEmpty ? engines : others)
    fill()
  }

  private func progress(_ track: Track) {
    let now = scheduler.now
    let isFinal = track.timeline.isExact
    if !isFinal, let last = announced[track.id], last.duration(to: now) < Self.announceEvery { return }
    announced[track.id] = now
    if !isFinal, !engine.effort(of: track.voice.voice).isMeasured {
      estimates.estimate(track) { isEstimated($0, of: track) }
    }
    track.timeline.recalibrate()
    reports(.measured(track))
    if isFinal {
      requests[track.id] = nil
      announced[track.id] = nil
      tracks.remove(track.id)
    }
  }
}
