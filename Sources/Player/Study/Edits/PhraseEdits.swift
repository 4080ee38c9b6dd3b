import Speech
public import Vocabulary

/// The changes that the listener has made by hand in the phrases of a recording.
///
/// It is kept as parts of the recording whose phrases are his. Outside of them the phrases are those that are found, so
/// that his own outlive other numbers and another way of finding.
public struct PhraseEdits: Equatable, Sendable {
  /// A part of the recording whose phrases are the listener's.
  public struct Patch: Equatable, Sendable {
    /// The part.
    public var range: Range<Microseconds>
    /// Its phrases in order; there is at least one.
    public var phrases: [Phrase]
  }

  /// In order; they do not overlap.
  public private(set) var patches: [Patch] = []

  /// The shortest phrase that an edit makes: 0.05 s.
  public static let shortest: Microseconds = 50_000
  /// The most phrases of all patches.
  public static let most = 4096
  /// The rest of a found phrase beside a patch is one of its own if it has so much voice: 0.15 s.
  static let leastRest: Microseconds = 150_000

  /// None.
  public init() {}

  /// True if nothing was changed.
  public var isEmpty: Bool { patches.isEmpty }

  // MARK: Phrases

  /// The phrases of a recording with the listener's changes.
  ///
  /// - Parameter found: in order, without any change.
  public func applied(to found: [Phrase]) -> [Phrase] {
    guard !isEmpty else { return found }
    var rest = patches[...]
    var phrases: [Phrase] = []
    for phrase in found {
      while let patch = rest.first, patch.range.upperBound <= phrase.start {
        phrases += patch.phrases
        rest.removeFirst()
      }
      phrases += Self.outside(phrase, rest)
    }
    // A found phrase may reach behind the patches that follow it.
    return (phrases + rest.flatMap(\.phrases)).sorted { $0.start < $1.start }
  }

  /// The parts of a found phrase that lie in no patch.
  private static func outside(_ phrase: Phrase, _ patches: ArraySlice<Patch>) -> [Phrase] {
    var parts: [Phrase] = []
    var start = phrase.start
    func add(until end: Microseconds) {
      let voice = max(start, phrase.voiceStart)..<max(max(start, phrase.voiceStart), min(end, phrase.voiceEnd))
      let isWhole = start == phrase.start && end == phrase.end
      guard isWhole || voice.upperBound - voice.lowerBound >= leastRest else { return }
      parts.append(Phrase(start: start, voiceStart: voice.lowerBound, voiceEnd: voice.upperBound, end: end))
    }
    for patch in patches {
      guard patch.range.lowerBound < phrase.end else { break }
      add(until: max(start, patch.range.lowerBound))
      start = max(start, patch.range.upperBound)
    }
    if start < phrase.end { add(until: phrase.end) }
    return parts
  }

  // MARK: Changes

  /// Makes a change. ``applied(to:)`` tells the phrases afterwards.
  ///
  /// - Parameters:
  ///   - phrases: those of now, with all changes before this one.
  ///   - borders: the times at which chapters begin: no phrase goes over one.
  /// - Throws: the reason why it cannot be made; nothing has changed then.
  public mutating func make(
    _ edit: PhraseEdit, in phrases: [Phrase], borders: [Microseconds] = []
  ) throws(PhraseEdit.Refusal) {
    guard edit.kind != .restoreAll else {
      patches = []
      return
    }
    let index = phrases.partitioningIndex { $0.end > edit.phrase }
    guard index < phrases.count, phrases[index].start <= edit.phrase else { throw .noPhrase }
    let phrase = phrases[index]
    let next = index + 1 < phrases.count ? phrases[index + 1] : nil
    switch edit.kind {
    case .split: try replace(phrase.start..<phrase.end, with: phrase.split(at: edit.time), phrases)
    case .join:
      guard let next else { throw .last }
      let joined = Phrase(
        start: phrase.start, voiceStart: phrase.voiceStart, voiceEnd: next.voiceEnd, end: next.end)
      if let border = borders.first(where: { phrase.end <= $0 && $0 <= next.start }) { throw .chapter(border) }
      try replace(phrase.start..<next.end, with: [joined], phrases)
    case .start:
      let former = index > 0 ? phrases[index - 1].end : 0
      guard edit.time >= former else { throw .crosses(former) }
      guard phrase.end - edit.time >= Self.shortest else { throw .tooShort }
      if let border = borders.first(where: { edit.time < $0 && $0 <= phrase.start }) { throw .chapter(border) }
      try replace(
        min(edit.time, phrase.start)..<phrase.end, with: [phrase.beginning(at: edit.time)], phrases)
    case .end:
      if let next, edit.time > next.start { throw .crosses(next.start) }
      guard edit.time - phrase.start >= Self.shortest else { throw .tooShort }
      if let border = borders.first(where: { phrase.end <= $0 && $0 < edit.time }) { throw .chapter(border) }
      try replace(phrase.start..<max(edit.time, phrase.end), with: [phrase.ending(at: edit.time)], phrases)
    case .restore:
      guard let patch = patches.firstIndex(where: { $0.phrases.contains(phrase) }) else { throw .notEdited }
      patches.remove(at: patch)
    case .restoreAll: break
    }
  }

  /// Puts phrases in place of those in a part of the recording.
  private mutating func replace(
    _ range: Range<Microseconds>, with new: [Phrase], _ phrases: [Phrase]
  ) throws(PhraseEdit.Refusal) {
    let former = patches.filter { $0.range.overlaps(range) }
    let all = former.reduce(range) {
      min($0.lowerBound, $1.range.lowerBound)..<max($0.upperBound, $1.range.upperBound)
    }
    let kept = former.flatMap(\.phrases).filter { $0.end <= range.lowerBound || $0.start >= range.upperBound }
    let others = patches.filter { !$0.range.overlaps(range) }
    let own = (kept + new).sorted { $0.start < $1.start }
    guard others.reduce(own.count, { $0 + $1.phrases.count }) <= Self.most else { throw .tooMany }
    patches = (others + [Patch(range: all, phrases: own)]).sorted { $0.range.lowerBound < $1.range.lowerBound }
  }
}

extension Phrase {
  fileprivate func split(at time: Microseconds) throws(PhraseEdit.Refusal) -> [Phrase] {
    guard time - start >= PhraseEdits.shortest, end - time >= PhraseEdits.shortest else { throw .tooShort }
    return [
      Phrase(start: start, voiceStart: min(voiceStart, time), voiceEnd: min(voiceEnd, time), end: time),
      Phrase(start: time, voiceStart: max(voiceStart, time), voiceEnd: max(voiceEnd, time), end: end),
    ]
  }

  /// The same with another beginning. A voice that began there without a silence goes with it.
  fileprivate func beginning(at time: Microseconds) -> Phrase {
    let voice = voiceStart == start && time < start ? time : max(voiceStart, time)
    return Phrase(start: time, voiceStart: voice, voiceEnd: max(voice, voiceEnd), end: end)
  }

  /// The same with another end. A voice that ended there without a silence goes with it.
  fileprivate func ending(at time: Microseconds) -> Phrase {
    let voice = voiceEnd == end && time > end ? time : min(voiceEnd, time)
    return Phrase(start: start, voiceStart: min(voiceStart, voice), voiceEnd: voice, end: time)
  }
}

// The form in which edits are kept: a line for each patch, with the microseconds of its range and then the four times of
// each of its phrases. What is wrong there is left out, and what a later version adds, too.
extension PhraseEdits {
  /// The edits as a text.
  public var text: String {
    patches.map { patch in
      let times = patch.phrases.flatMap { [$0.start, $0.voiceStart, $0.voiceEnd, $0.end] }
      return ([patch.range.lowerBound, patch.range.upperBound] + times).map { "\($0.count)" }.joined(separator: " ")
    }.joined(separator: "\n")
  }

  /// The edits from their text.
  public init(text: String) {
    var count = 0
    for line in text.split(separator: "\n") {
      let times = line.split(separator: " ").compactMap { Int64($0) }.map { Microseconds($0) }
      guard let patch = Patch(times), patches.last.map({ $0.range.upperBound <= patch.range.lowerBound }) ?? true
      else { continue }
      count += patch.phrases.count
      guard count <= Self.most else { return }
      patches.append(patch)
    }
  }
}

extension PhraseEdits.Patch {
  /// - Returns: `nil` unless the times are in order.
  fileprivate init?(_ times: [Microseconds]) {
    guard times.count >= 6, (times.count - 2) % 4 == 0, times.allSatisfy({ $0 == $0.asPlace }), times[0] < times[1]
    else { return nil }
    let phrases = stride(from: 2, to: times.count, by: 4).map { index in
      Phrase(start: times[index], voiceStart: times[index + 1], voiceEnd: times[index + 2], end: times[index + 3])
    }
    let inOrder = phrases.flatMap { [$0.start, $0.voiceStart, $0.voiceEnd, $0.end] }
    guard zip(inOrder, inOrder.dropFirst()).allSatisfy({ $0 <= $1 }), phrases.allSatisfy({ $0.start < $0.end }),
      times[0] <= inOrder[0], inOrder[inOrder.count - 1] <= times[1]
    else { return nil }
    (range, self.phrases) = (times[0]..<times[1], phrases)
  }
}
