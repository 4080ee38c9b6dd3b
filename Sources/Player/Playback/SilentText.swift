import Vocabulary

// A spoken text may still be written while it is heard, such as the output of a program that runs for hours. While it
// has nothing to speak, it does not delay the entry that it interrupted.
extension Player {
  /// The interrupted text continues or the next one begins, as at the text's end. Does nothing if there is none.
  mutating func fallSilent(heard: Microseconds, at now: Moment) -> [Effect] {
    guard let id = current, wants == .playing, queue.isSaid(id), let following = queue.following(id),
      hasStarted(id), utterances[following] != nil, !silent.contains(following)
    else { return [] }
    // A requested pause is due now.
    takeMark(at: now)
    let effects = suspend()
    wantAgain(intentsAfter.removeValue(forKey: id))
    let opened = enter(following)
    // The text moves to the end, so that the queue is not over before it is.
    queue.bringToEnd(id)
    places[id] = heard.asPlace
    silent.insert(id)
    return effects + opened
  }

  /// The text is heard at once, or after the texts that were spoken meanwhile, in the order of requests.
  mutating func speakAgain(_ id: TrackID, heard: Microseconds, at now: Moment) -> [Effect] {
    guard silent.remove(id) != nil, id != current, let place = places[id] else { return [] }
    guard case .behind(let last) = resolved(.inTurn, playing: true) else {
      return bring([id], from: Beginning(track: id, position: place), heard: heard, at: now)
    }
    handOnIntents(of: [id])
    intentsAfter[id] = nil
    // After all of them the same wish applies as before.
    let intent = intentsAfter.removeValue(forKey: last)
    var next = queue.following(last)
    if next == id { next = queue.following(id) }
    if let next { queue.bring([id], before: next) } else { queue.bringToEnd(id) }
    if let intent { intentsAfter[id] = intent }
    return []
  }

  /// All of it has been heard: it joins the heard entries.
  mutating func endSilent(_ id: TrackID) -> [Effect] {
    guard silent.remove(id) != nil, let current, id != current else { return [] }
    handOnIntents(of: [id])
    intentsAfter[id] = nil
    places[id] = nil
    utterances[id] = nil
    queue.bring([id], before: current)
    return [.announce(.finished, id)]
  }
}
