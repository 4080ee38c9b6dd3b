import Vocabulary

extension Player {
  /// Handles one event that happened at `now`, and returns the actions for the driver.
  public mutating func handle(_ event: Event, at now: Moment) -> [Effect] {
    var effects: [Effect] = []
    let repeated = repetition
    let place = (current, epoch)
    switch event {
    case .play: effects += play(at: now)
    case .pause(let reason): pause(reason, at: now)
    case .pauseAsked(let call): pause(askedBy: call, at: now)
    case .pauseKnown(let call, let isListeners): settle(call, isListeners: isListeners)
    case .pauseAtMark: if wants == .playing, readiness != .closed { awaitsMark = true }
    case .toggle: if status == .playing { pause(.user, at: now) } else { effects += play(at: now) }
    case .stop: effects += stop()
    case .clear(let reason): effects += clear(reason)
    case .next(let finishing): effects += next(finishing: finishing)
    case .previous(let heard, let limit): effects += previous(heard: heard, restartAfter: limit)
    case .seek(let position): effects += seek(to: position)
    case .goTo(let id, let position): effects += goTo(id, at: position)
    case .add(let entries, let placement, let playing, let heard, let beginning):
      effects += add(entries, placement, playing: playing, heard: heard, from: beginning, at: now)
    case .remove(let ids): effects += remove(Set(ids), at: now)
    case .move(let id, let index): reorder { $0.move(id, to: index) }
    case .bring(let ids, let beginning, let heard): effects += bring(ids, from: beginning, heard: heard, at: now)
    case .expect(let id): expect(id)
    case .setRate(let value): set(rate: value)
    case .setGlobalRate(let value): set(globalRate: value)
    case .setRateOfAll(let value): set(rateOfAll: value)
    case .forgetRate: forgetRate()
    case .giveRate(let value, let id): give(value, to: id)
    case .setVolume(let value): effects += set(volume: value)
    case .setLoop(let value): loop = value
    case .setShuffle(let value): reorder { $0.setShuffle(value) }
    case .setRepeat(let mode): setRepeat(mode)
    case .mark(let mark, let start, let end): self.mark(mark, start: start, end: end)
    case .setSleep(let extent): setSleep(extent)
    case .extendSleep(let time): extendSleep(by: time, at: now)
    case .replaced(let ids): effects += beginAgain(ids)
    case .relaid(let id, let length, let former, let position):
      effects += relay(id, length, from: former, to: position, at: now)
    case .restore(let kept): effects += restore(kept, at: now)
    case .configure(let value): policy = value
    case .slept(let time):
      doubt?.note(.slept(time), at: now)
      lengthenPause(by: time)
    case .holdBegan(let hold): begin(hold, at: now)
    case .holdFound(let hold): find(hold, at: now)
    case .holdEnded(let hold): end(hold, at: now)
    case .holdExpired: expireHolds(at: now)
    case .sleepExpired: expireSleep(at: now)
    case .sleepUnitEnded(epoch): endUnitOfSleep(at: now)
    case .markReached(epoch): takeMark(at: now)
    case .reasonEnded(let reason):
      doubt?.note(.reasonEnded(reason), at: now)
      reasonEnded(reason, at: now)
    case .restBegan(epoch) where order.sound && isHeard: resting = epoch
    case .restEnded(epoch): resting = nil
    case .prepared(epoch) where readiness == .preparing: readiness = .ready
    case .ended(epoch) where readiness != .closed: effects += ended(at: now)
    case .failed(epoch) where readiness != .closed: effects += failed(at: now)
    case .engineLost(epoch) where readiness != .closed: loseEngine(at: now)
    case .blocked(epoch, let isWhole, let place) where readiness != .closed: effects += blocked(isWhole, place)
    case .fellSilent(epoch, let heard) where readiness != .closed: effects += fallSilent(heard: heard, at: now)
    case .spokeAgain(let id, let heard): effects += speakAgain(id, heard: heard, at: now)
    case .endedSilent(let id): effects += endSilent(id)
    case .obeyed(order.serial): isObeyed = true
    case .measured(let id, let value): queue.setLength(value, of: id)
    case .described(let id, let metadata): queue.setMetadata(metadata, of: id)
    case .volumeChanged(let value): if value.isFinite { volume = max(0, value) }
    case .loudness(let value): loudness = value
    case .prepared, .ended, .failed, .engineLost, .blocked, .obeyed, .sleepUnitEnded, .markReached, .fellSilent,
      .restBegan, .restEnded:
      break  // reports of an older epoch or order
    }
    settleDoubt()
    settleMuting(at: now)
    if isEmpty || wants == .playing || event.addsText || (event.isMove && (current, epoch) != place) {
      isOnlyRestored = false
    }
    settleHeldTime(at: now)
    effects += settleRate()
    settleRest()
    effects += settleOutput()
    settleSleep(at: now)
    // A reading that begins again has no repetition.
    if wants == .stopped { repetition = nil }
    if wants != .playing { awaitsMark = false }
    if repetition != repeated { effects.append(.setRepetition(repetition)) }
    return effects + announceCurrent()
  }

  /// True if nothing forbids the sound of the open place.
  private var mayBeHeard: Bool { status == .playing && holds.isEmpty && readiness != .closed }

  /// A pause ends the rest, as another place does: the silence goes on with the sound.
  private mutating func settleRest() { if !isResting || !mayBeHeard { resting = nil } }

  /// Brings the output to the state that follows from the facts. Only this function orders sound or silence.
  mutating func settleOutput() -> [Effect] {
    let sound = mayBeHeard && !isResting
    guard order.sound != sound else { return [] }
    order = Order(serial: order.serial &+ 1, sound: sound)
    isObeyed = false
    return (sound ? rewound() : []) + [.output(order)]
  }

  /// Rewinds to the beginning of the unit with which the next sound begins.
  private mutating func rewound() -> [Effect] {
    guard let unit = rewind, let current else { return [] }
    rewind = nil
    epoch &+= 1
    readiness = .preparing
    return [.rewind(current, to: unit, epoch)]
  }

  // MARK: Places

  /// Makes `id` the current entry and opens a place of it, the nearest one to any time. A stopped player only stores
  /// the entry.
  mutating func open(_ id: TrackID, at position: Microseconds) -> [Effect] {
    let position = position.asPlace
    // A client's clock starts at 0 with another track and continues within the same one; anything else is a jump.
    let isJump = position != 0 || (id == current && readiness != .closed)
    queue.current = id
    silent.remove(id)
    awaitsMark = false
    forgetIntents(before: id)
    // A track is prepared at its own rate.
    let rateChange = settleRate()
    guard wants != .stopped else { return rateChange + close() }
    places[id] = nil
    // A document that is being read has been entered, by whatever way the reading came to it.
    if !entrances.isEmpty { entrances = entrances.filter { $0.key != id && $0.value != id } }
    rewind = nil
    epoch &+= 1
    readiness = .preparing
    return rateChange + [.open(id, at: position, epoch)] + (isJump ? [.announceSeeked(position)] : [])
  }

  /// Opens an entry at its start, or at the place where it was interrupted.
  mutating func openAtPlace(_ id: TrackID) -> [Effect] { open(id, at: places[id] ?? 0) }

  /// Opens an entry whose turn has come; a document opens at its stored place.
  mutating func enter(_ id: TrackID) -> [Effect] {
    guard let place = entrances.removeValue(forKey: id), queue.contains(place) else { return openAtPlace(id) }
    return openAtPlace(place)
  }

  /// The places of entries are those of another sound.
  mutating func beginAgain(_ ids: [TrackID]) -> [Effect] {
    for id in ids {
      places[id] = nil
      if repetition?.track == id { repetition = nil }
    }
    guard let current, ids.contains(current), let first = ids.first(where: queue.contains) else { return [] }
    return goTo(first, at: 0)
  }

  /// The places of an entry are those of another timeline.
  mutating func relay(
    _ id: TrackID, _ length: TrackLength?, from former: Microseconds, to position: Microseconds, at now: Moment
  ) -> [Effect] {
    guard queue.contains(id) else { return [] }
    if let length { queue.setLength(length, of: id) }
    if repetition?.track == id { repetition = nil }
    if id == current, readiness != .closed {
      // The end of the word or sentence is not known in the other timeline: the pause that is due there comes now.
      if awaitsMark { takeMark(at: now) }
      return open(id, at: position).filter { former != position || $0 != .announceSeeked(position) }
    }
    places[id] = position > 0 ? position.asPlace : nil
    return []
  }

  mutating func close() -> [Effect] {
    guard readiness != .closed else { return [] }
    rewind = nil
    epoch &+= 1
    readiness = .closed
    return [.close]
  }

  // MARK: Levels

  mutating func set(volume value: CubicLevel) -> [Effect] {
    guard value.isFinite else { return [] }
    let clamped = min(max(0, value), 1)
    guard clamped != volume else { return [] }
    volume = clamped
    return [.setVolume(clamped)]
  }
}
