// A said text may still be written while it is heard: the output of a program that runs for hours. While there is nothing
// of it to hear, it does not hold up what it was put before.
extension Player {
  /// The text that was put off for the current one goes on, or the next one begins, as at its end; nothing where nothing
  /// does.
  mutating func fallSilent(heard: Int64, at now: Moment) -> [Effect] {
    guard let id = current, wants == .playing, queue.isSaid(id), let following = queue.following(id),
      hasStarted(id), utterances[following] != nil, !silent.contains(following)
    else { return [] }
    // A pause that was asked for is due by now.
    takeMark(at: now)
    let effects = suspend()
    wantAgain(intentsAfter.removeValue(forKey: id))
    let opened = enter(following)
    // The queue is not over before it is.
    queue.bringToEnd(id)
    places[id] = max(0, heard)
    silent.insert(id)
    return effects + opened
  }

  /// It is heard at once, or after the texts that were said meanwhile, in the order of asking.
  mutating func speakAgain(_ id: TrackID, heard: Int64, at now: Moment) -> [Effect] {
    guard silent.remove(id) != nil, id != current, let place = places[id] else { return [] }
    guard case .behind(let last) = resolved(.inTurn, playing: true) else {
      return bring([id], from: Beginning(track: id, position: place), heard: heard, at: now)
    }
    handOnIntents(of: [id])
    intentsAfter[id] = nil
    // Behind all of them the same is wanted as before.
    let intent = intentsAfter.removeValue(forKey: last)
    var next = queue.following(last)
    if next == id { next = queue.following(id) }
    if let next { queue.bring([id], before: next) } else { queue.bringToEnd(id) }
    if let intent { intentsAfter[id] = intent }
    return []
  }

  /// All of it has been heard: it joins what was.
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
