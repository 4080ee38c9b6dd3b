import AloudAPI
import BusValues
import EventLoop

/// What the keys of `aloud follow` do to the reading.
@Core
final class FollowControl {
  private let service: Service
  /// The last search and the words as they were typed, for the next place.
  private var search: (text: TextSearch, words: String)?

  init(_ service: Service) { self.service = service }

  private static let task = "do that"

  /// Drives the reading.
  ///
  /// - Returns: what is to be said about it; `nil` where the effect is enough. What only a screen can do is nothing.
  func perform(_ command: KeyCommand, in text: FollowedText) async throws(Failure) -> String? {
    switch command {
    case .toggle: return try await call(.toggle)
    case .sentence(let step): return try await call(step > 0 ? .next(.sentence) : .previous(.sentence))
    case .paragraph(let step): return try await call(step > 0 ? .next(.paragraph) : .previous(.paragraph))
    case .track(let step): return try await call(step > 0 ? .next(.track) : .previous(.track))
    case .tenth(let digit): return try await call(.setPositionFraction(Double(digit) / 10))
    case .faster: return try await changeRate { $0 + 0.1 }
    case .slower: return try await changeRate { $0 - 0.1 }
    case .normalRate: return try await changeRate { _ in 1 }
    case .findAgain(let direction): return try await findAgain(direction, in: text)
    case .mark: return try await mark()
    case .page, .find, .help, .quit: return nil
    }
  }

  /// Calls the service; what it refuses is said, and nothing ends.
  func call(_ call: AloudCall) async throws(Failure) -> String? {
    do throws(Failure) {
      return try await service.callIfRunning(call, task: Self.task) == nil ? "nothing is being read" : nil
    } catch {
      guard error.status != .noService else { throw error }
      return error.message
    }
  }

  private func changeRate(_ change: (Double) -> Double) async throws(Failure) -> String? {
    guard let rate = try await service.status()?.rate else { return "nothing is being read" }
    let wanted = min(max((change(rate) * 20).rounded() / 20, AloudBus.rates.lowerBound), AloudBus.rates.upperBound)
    try await service.set(.rate, to: .double(wanted), task: Self.task)
    return nil
  }

  /// Marks the sentence that is heard.
  private func mark() async throws(Failure) -> String? {
    do throws(Failure) {
      guard let answer = try await service.callIfRunning(.addBookmark(note: ""), task: "mark this place") else {
        return "nothing is being read"
      }
      guard let mark = answer.first?.asVardict.flatMap(BookmarkEntry.init) else { return nil }
      return "marked as \(mark.number): \(mark.sentence)"
    } catch {
      switch error.status {
      case .noService: throw error
      // The service's reason is longer than a row.
      case .usage: return "only documents with a file can be marked"
      default: return error.message
      }
    }
  }

  // MARK: Finding

  /// Goes to the next place of the text where `words` stand.
  func find(_ words: String, in text: FollowedText) async throws(Failure) -> String? {
    guard let search = TextSearch(words) else { return nil }
    self.search = (search, words)
    return try await findAgain(1, in: text)
  }

  /// How many sentences are looked through at once, and how many of these pieces at most.
  private static let piece = AloudBus.maximumSentences
  private static let mostPieces = 400

  private func findAgain(_ direction: Int, in text: FollowedText) async throws(Failure) -> String? {
    guard let (search, words) = search else { return "nothing was looked for yet: / looks for something" }
    guard let track = text.track, let place = try await text.place(of: track) else { return "nothing is being read" }
    let current = Int(place.current ?? 0)
    let isForward = direction > 0
    // From here to one end, then from the other end to here.
    let spans = isForward ? [current + 1..<Int.max, 0..<current + 1] : [0..<current, current..<Int.max]
    for span in spans {
      let found =
        isForward
        ? try await first(search, in: span, of: track, text) : try await last(search, in: span, of: track, text)
      guard let found else { continue }
      return try await call(.goToText(track, offset: found.range.utf8.start, .utf8))
    }
    return "‘\(words)’ is not in this text"
  }

  private func first(
    _ search: TextSearch, in span: Range<Int>, of track: ObjectPath, _ text: FollowedText
  ) async throws(Failure) -> SentenceEntry? {
    var next = span.lowerBound
    for _ in 0..<Self.mostPieces where next < span.upperBound {
      guard let list = try await text.list(track, first: next, count: min(Self.piece, span.upperBound - next)),
        let last = list.sentences.last
      else { return nil }
      if let found = search.first(in: list.sentences) { return found }
      // The last sentence once more: the words may go on in the next one.
      next = max(Int(last.index), next + 1)
      if list.sentences.count == 1 || Int(last.index) + 1 >= Int(list.known) { return nil }
    }
    return nil
  }

  private func last(
    _ search: TextSearch, in span: Range<Int>, of track: ObjectPath, _ text: FollowedText
  ) async throws(Failure) -> SentenceEntry? {
    guard let known = try await text.place(of: track)?.known else { return nil }
    var end = min(span.upperBound, Int(known))
    for _ in 0..<Self.mostPieces where end > span.lowerBound {
      let start = max(span.lowerBound, end - Self.piece)
      var sentences: [SentenceEntry] = []
      while start + sentences.count < end,
        let list = try await text.list(track, first: start + sentences.count, count: end - start - sentences.count),
        !list.sentences.isEmpty
      {
        sentences += list.sentences
      }
      if let found = search.first(in: sentences, last: true) { return found }
      end = start > span.lowerBound ? start + 1 : start
      if start == span.lowerBound { return nil }
    }
    return nil
  }
}

extension Failure {
  /// Whether the track of a call is not in the queue.
  var isAboutNoTrack: Bool { message.contains("there is no track") || message.contains("nothing is queued") }
}
