package import AloudAPI
package import BusValues
package import EventLoop
import Speech

/// The loaded part of the current track's text: a whole chapter, or a piece of a very long text.
@Core
package final class FollowedText {
  /// The number of sentences that are loaded before and after the current one.
  private static let before = 500
  private static let behind = 2000
  /// The largest number of sentences; a longer piece is replaced by one around the current sentence.
  private static let longest = 12_000

  private let service: ServiceConnection
  /// The track whose text it is; `nil` without one.
  package private(set) var track: ObjectPath?
  /// The sentences, without gaps.
  package private(set) var sentences: [SentenceEntry] = []
  /// The voice of the sentences that name none.
  package private(set) var voice = ""
  /// True if nothing follows the last sentence.
  package private(set) var isComplete = false
  /// True once the service has given a text; a later refusal is temporary.
  private var wasTold = false

  /// A model without a text.
  package init(_ service: ServiceConnection) { self.service = service }

  /// The indices of the loaded sentences.
  package var range: Range<Int> {
    let start = Int(sentences.first?.index ?? 0)
    return start..<start + sentences.count
  }

  /// The sentence with an index; `nil` if it is not loaded.
  package subscript(index: Int) -> SentenceEntry? {
    range.contains(index) ? sentences[index - range.lowerBound] : nil
  }

  /// Returns the sentence at a place, in bytes of the track's text; `nil` if it is not loaded.
  package func sentence(at place: Int) -> SentenceEntry? {
    let at = sentences.partitioningIndex { $0.range.utf8.range.upperBound > place }
    return sentences.indices.contains(at) && sentences[at].range.utf8.range.contains(place) ? sentences[at] : nil
  }

  /// Returns the place of the block around a place.
  package func block(around place: Range<Int>) -> Range<Int> {
    let at = sentences.partitioningIndex { $0.range.utf8.range.upperBound > place.lowerBound }
    guard sentences.indices.contains(at) else { return place }
    let first = sentences[..<at].lastIndex(where: \.endsBlock).map { $0 + 1 } ?? 0
    let last = sentences[at...].firstIndex(where: \.endsBlock) ?? sentences.count - 1
    return sentences[first].range.utf8.range.lowerBound..<sentences[last].range.utf8.range.upperBound
  }

  /// Forgets the text.
  package func forget() {
    track = nil
    sentences = []
    isComplete = false
  }

  /// Loads the text around the place of the reading.
  ///
  /// - Returns: that place; `nil` if the track has gone.
  package func load(_ track: ObjectPath) async throws(ClientFailure) -> SentenceList? {
    forget()
    guard let place = try await place(of: track) else { return nil }
    self.track = track
    let current = Int(place.current ?? 0)
    let start = current > Self.behind ? current - Self.before : 0
    try await fetch(from: start, to: current + Self.behind)
    // A piece begins with a whole block.
    if start > 0, let end = sentences.firstIndex(where: \.endsBlock), sentences[end].index < current {
      sentences.removeFirst(end + 1)
    }
    return place
  }

  /// Loads more of the text when the reading comes near the end of the loaded part.
  ///
  /// - Returns: true if there is more now.
  package func extend(toRead current: Int) async throws(ClientFailure) -> Bool {
    guard track != nil, !isComplete, current + Self.behind / 4 > range.upperBound else { return false }
    let count = sentences.count
    try await fetch(from: range.upperBound, to: current + Self.behind)
    return sentences.count > count
  }

  /// True if the loaded part should be replaced by a piece around the current sentence.
  package var isTooLong: Bool { sentences.count > Self.longest }

  /// Returns the place of the reading in a track.
  package func place(of track: ObjectPath) async throws(ClientFailure) -> SentenceList? {
    try await list(track, first: 0, count: 0)
  }

  /// Returns the place of the last sentence that is known, in bytes of the track's text; `nil` if there is no text.
  package func end() async throws(ClientFailure) -> UInt32? {
    guard let track, let known = try await place(of: track)?.known, known > 0 else { return nil }
    return try await list(track, first: Int(known) - 1, count: 1)?.sentences.last?.range.utf8.start
  }

  /// Returns sentences that are not stored here, for searching.
  package func list(_ track: ObjectPath, first: Int, count: Int) async throws(ClientFailure) -> SentenceList? {
    do throws(ClientFailure) {
      let call = AloudCall.listSentences(
        track, first: UInt32(clamping: first), count: UInt32(clamping: count), fromCurrent: false)
      let list = try await service.callIfRunning(call, task: "show the text").flatMap { SentenceList(arguments: $0) }
      wasTold = true
      return list
    } catch {
      // The track left the queue meanwhile, or is hidden while the screen is locked.
      if error.code == .noTrack || (wasTold && error.code == .notAllowed) { return nil }
      throw error
    }
  }

  private func fetch(from start: Int, to end: Int) async throws(ClientFailure) {
    var next = start
    while let track, next < end, let more = try await list(track, first: next, count: end - next) {
      voice = more.voice
      isComplete = more.isComplete && next + more.sentences.count >= Int(more.known)
      guard let last = more.sentences.last else { return }
      sentences += more.sentences
      next = Int(last.index) + 1
    }
  }
}
