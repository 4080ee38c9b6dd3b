import Vocabulary

/// The one that is spoken: its turn, the speaker's reports, its end.
extension AnnouncementLane {
  /// Speaks the next one, if nothing is spoken and one may be.
  mutating func advance() {
    guard spoken == nil, let index = nextIndex else { return }
    // The chosen one takes the turn that is due, and the owner of that turn gets the other one.
    var entry = entries[index.chosen]
    entries[index.chosen] = entries[index.turn]
    (entries[index.chosen].turn, entry.turn) = (entry.turn, entries[index.turn].turn)
    entries.remove(at: index.turn)
    let run = newRun()
    spoken = Spoken(entry: entry, run: run, since: now)
    let text = entry.spokenText(policy)
    effects.append(
      .speak(
        SpokenAnnouncement(
          run: run, announcement: entry.announcement, text: text,
          isWhole: entry.announcement.isWhole && !entry.isCounted)))
  }

  /// The turn that is due, and the entry that gets it: of those with a priority that share the turns of a band, the one
  /// that SSIP speaks first.
  private var nextIndex: (turn: Int, chosen: Int)? {
    guard let turn = entries.firstIndex(where: { !isHeld($0) }) else { return nil }
    let head = entries[turn]
    if head.band != .first, quietUntil != nil { return nil }
    guard head.announcement.priority != nil else { return (turn, turn) }
    let candidates = entries.indices.filter { index in
      entries[index].band == head.band && entries[index].announcement.priority != nil && !isHeld(entries[index])
    }
    return (turn, candidates.min { entries[$0].isSpokenBefore(entries[$1]) } ?? turn)
  }

  // MARK: Reports of the speaker

  mutating func begin(_ run: Run) {
    guard spoken?.run == run, spoken?.startedAt == nil else { return }
    spoken?.startedAt = now
    if let announcement = current { tell(.started, of: announcement) }
  }

  mutating func finish(_ run: Run) {
    guard let spoken, spoken.run == run else { return }
    leave(spoken, .finished)
  }

  mutating func stopAsAsked(_ run: Run) {
    guard let spoken, spoken.run == run else { return }
    leave(spoken, .cut(spoken.ending?.reason ?? .failed))
  }

  mutating func fail(_ run: Run) {
    guard let spoken, spoken.run == run else { return }
    leave(spoken, .cut(.failed))
  }

  // MARK: Ends

  /// Ends the spoken one: the driver stops, and subscribers are told. One that was not heard at all counts as dropped.
  mutating func endSpoken(_ end: AnnouncementNotice.Event, _ stop: Stop) {
    guard let spoken else { return }
    effects.append(.stop(spoken.run, stop))
    leave(spoken, end)
  }

  /// Tells the end of the spoken one.
  private mutating func leave(_ spoken: Spoken, _ end: AnnouncementNotice.Event) {
    var end = end
    if case .cut(let reason) = end, spoken.startedAt == nil, !spoken.entry.wasStarted { end = .dropped(reason) }
    tell(end, of: spoken.entry.announcement)
    depart(spoken)
  }

  /// The spoken one steps aside. It is the next one of its band, and is spoken again from its beginning.
  mutating func putBackSpoken(_ stop: Stop) {
    guard let spoken else { return }
    // One that should end anyway does not come again.
    if let ending = spoken.ending { return endSpoken(.cut(ending.reason), stop) }
    effects.append(.stop(spoken.run, stop))
    var entry = spoken.entry
    if spoken.startedAt != nil {
      entry.wasStarted = true
      tell(.queued, of: entry.announcement)
    }
    mergeSummaries(into: &entry)
    insert(entry)
    depart(spoken)
    limitWaiting(after: entry)
  }

  private mutating func depart(_ spoken: Spoken) {
    self.spoken = nil
    if spoken.entry.band == .first { quietUntil = now + policy.restAfterFirst }
  }

  /// Asks the speaker to end at a sentence's end.
  mutating func endSoon(_ reason: AnnouncementReason, within grace: Duration) {
    guard let spoken, spoken.ending == nil else { return }
    self.spoken?.ending = Ending(reason: reason, deadline: now + grace)
    effects.append(.stop(spoken.run, .sentenceEnd))
  }

  // MARK: Time

  /// Does all that has become due.
  mutating func passTime() {
    if let moment = quietUntil, moment <= now { quietUntil = nil }
    if let spoken {
      if let ending = spoken.ending {
        if ending.deadline <= now { endSpoken(.cut(ending.reason), .fade) }
      } else if let startedAt = spoken.startedAt {
        if let limit = limit(of: spoken.entry.announcement), startedAt + limit <= now {
          endSoon(.limit, within: policy.sentenceGrace)
        }
      } else if spoken.since + policy.startLimit <= now {
        endSpoken(.cut(.failed), .atOnce)
      }
    }
    sumUpStale()
  }
}
