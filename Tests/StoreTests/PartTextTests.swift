import Documents
import Playback
import Speech
import Testing

@testable import Store

/// The parts of an utterance in the store.
@Suite(.timeLimit(.minutes(1)))
struct PartTextTests {
  private static let span = TextSpan(scalars: 2..<5, utf8: 2..<9, utf16: 2..<6)
  private static let file = FileIdentity(device: .max, inode: 7, size: 9, modified: -3)

  private static let parts = [
    KeptPart(span: span, clip: KeptClip(path: "/a b/ding é.oga", identity: file, frames: 9000, gain: 0.3125)),
    KeptPart(span: span), KeptPart(span: span, clip: KeptClip(path: nil, frames: 1, gain: 1)),
  ]

  @Test func partsAreReadAsTheyWereWritten_S1_16() {
    #expect(PartText.parts(PartText.value(of: Self.parts)) == Self.parts)
    #expect(PartText.value(of: []) == .null && PartText.parts(.null) == [])
  }

  @Test func aPathWithTheSeparatorsCountsAsNone() {
    let odd = KeptPart(span: Self.span, clip: KeptClip(path: "/a\u{1E}b", identity: Self.file, frames: 5, gain: 1))
    #expect(PartText.parts(PartText.value(of: [odd])).first?.clip == KeptClip(path: nil, frames: 5, gain: 1))
  }

  @Test(arguments: [
    "x", "1\u{1F}2", "5\u{1F}5\u{1F}5\u{1F}1\u{1F}1\u{1F}1", "0\u{1F}0\u{1F}0\u{1F}1\u{1F}1\u{1F}1\u{1F}9",
  ])
  func damagedPartsAreNone(text: String) { #expect(PartText.parts(.text(text)) == []) }

  @Test func aStoredTrackHasItsParts_S1_16() async throws {
    try await inFolder { path in
      var session = sampleSession()
      session.tracks[TrackID(3)]?.parts = Self.parts
      do {
        let store = try SessionStore(in: StateFolder(path: path))
        #expect(try store.save(session, sequence: 1, text: sampleText))
      }
      let (loaded, next) = try reopened(path)
      #expect(loaded.tracks[TrackID(3)]?.parts == Self.parts)
      #expect(loaded.tracks[TrackID(9)]?.parts == [])
      #expect(!next.isFresh)
    }
  }
}
