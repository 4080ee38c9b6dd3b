import Glibc
import Testing
import Vocabulary

@testable import AloudService

/// The processes that count as sandboxed.
struct SandboxTests {
  @Test func aSnapIsKnownByItsLabelOrItsGroup() {
    #expect(Sandbox.isSnap(label: "snap.firefox.firefox (enforce)\n", groups: ""))
    #expect(Sandbox.isSnap(label: "unconfined\n", groups: "0::/user.slice/app.slice/snap.firefox.firefox-1a.scope\n"))
    #expect(!Sandbox.isSnap(label: "unconfined\n", groups: "0::/user.slice/app.slice/app-snapper-1.scope\n"))
    #expect(!Sandbox.isSnap(label: "", groups: ""))
  }

  @Test func thisProcessIsNoneAndOneThatIsNotThereIs() {
    #expect(!Sandbox.holds(UInt32(getpid())))
    #expect(Sandbox.holds(UInt32.max))
  }
}
