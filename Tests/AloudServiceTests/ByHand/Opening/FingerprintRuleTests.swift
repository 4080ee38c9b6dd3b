import AloudAPI
import Documents
import Playback
import Testing

@testable import AloudService
@testable import Reading
@testable import ReadingSupport

/// The fingerprints by which a text of a file is found again.
@Suite(.timeLimit(.minutes(1)))
struct FingerprintRuleTests {
  /// A text of 25 pieces takes four turns to hash. The store learns the fingerprint from the notice after that.
  @Test(arguments: [false, true]) func aFingerprintThatTakesManyTurnsIsKept(isBusy: Bool) async {
    let line = String(repeating: "a", count: 16_383)
    let script = Script(Array(repeating: line, count: 100).joined(separator: "\n"))
    await ManualService.play(textLimit: 1 << 24, isBusy: isBusy) { service in
      service.files.put(script, at: "/texts/long.txt")
      var kept: [UInt64?] = []
      service.hand.watch = { notice in
        guard case .grew(let tracks) = notice else { return }
        for case .file(_, _, let fingerprint)? in tracks.map({ service.session.track($0)?.origin }) {
          kept.append(fingerprint)
        }
      }
      service.read("/texts/long.txt", SpeakOptions(paused: true))
      service.pass(1000)
      #expect(kept.last == TextFingerprint.of(Array(script.text.utf8)))
    }
  }
}
