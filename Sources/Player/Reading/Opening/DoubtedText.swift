import Documents
import EventLoop
import Playback
import Speech
import Vocabulary

/// The events of a file that may have changed. None of its text is spoken before it has been compared.
@Core
final class DoubtedText {
  /// The file that is being read.
  let identity: FileIdentity?
  /// Those that were taken are `nil`.
  private var events: [DocumentEvent?] = []
  private var taken = 0
  /// All of its text.
  var text = SpokenText()
  /// The places in bytes where chapters begin.
  private var starts: [Int] = []
  private(set) var isSame = true

  init(_ identity: FileIdentity?) { self.identity = identity }

  func append(_ event: DocumentEvent) {
    events.append(event)
    switch event {
    case .text(let bytes): text.append(bytes)
    case .chapter(let chapter): starts.append(chapter.start.utf8)
    default: break
    }
  }

  /// Takes the next event out; `nil` if there is none. The list itself stays as it is, since to copy or free a list
  /// of all events takes long.
  func takeEvent() -> DocumentEvent? {
    guard taken < events.count else { return nil }
    defer { taken += 1 }
    return events[taken].take()
  }

  /// Finds out whether each chapter has the text that it had when it was queued, as far as that had been read.
  func comparison(with tracks: [Track], isDivided: Bool) -> [@Core () -> Bool] {
    tracks.compactMap { track in
      guard case .file(_, _, let fingerprint?) = track.origin else { return nil }
      let index = isDivided ? track.chapter : 0
      let ends = isDivided ? starts.dropFirst() + [text.count] : [text.count]
      guard starts.indices.contains(index), let end = ends.dropFirst(index).first, end >= starts[index] else {
        isSame = false
        return nil
      }
      var place = starts[index]
      var print = TextFingerprint(byteCount: end - place)
      return { [self] in
        guard isSame else { return false }
        let next = min(place + SpokenText.pieceSize, end)
        print.add(text.bytes(place..<next))
        place = next
        if place == end, print.value != fingerprint { isSame = false }
        return place < end
      }
    }
  }
}
