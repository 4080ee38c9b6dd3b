import DesktopSupport
import EventLoop
import Glibc
import Testing
import Vocabulary

@testable import Workers

@Suite(.timeLimit(.minutes(3)))
struct LineInquiryTests {
  init() { TestLoop.start() }

  /// The output of a shell that runs `script`; each `printf >&3` is one packet.
  @Core
  private func ask(
    _ script: String, patience: Duration = .seconds(20)
  ) async -> Result<[String], Trouble> {
    await withCheckedContinuation { continuation in
      do throws(Trouble) {
        try LineInquiry(
          HeldProgram("/bin/sh"), arguments: ["-c", script], limits: LineInquiry.Limits(bytes: 20, lines: 3),
          patience: patience
        ) { continuation.resume(returning: $0) }
      } catch {
        continuation.resume(returning: .failure(error))
      }
    }
  }

  @Test @Core func theOutputOfAWorkerArrivesLineByLine() async {
    #expect(await ask("printf 'a\\nb' >&3; printf 'ö' >&3") == .success(["a\nb", "ö"]))
    #expect(await ask("exec 3>&-") == .success([]))
  }

  @Test @Core func aWorkerThatFailsHasSaidNothing() async {
    #expect(await ask("printf a >&3; exit 7") == .failure(Trouble(.died, "exit code 7")))
    #expect(await ask("printf a >&3; kill -SEGV $$") == .failure(Trouble(.died, "signal \(SIGSEGV)")))
  }

  @Test(arguments: ["exec sleep 60", "exec 3>&-; exec sleep 60", "printf a >&3; exec sleep 60"])
  @Core func aWorkerThatHangsIsEnded(script: String) async {
    let answer = await ask(script, patience: .milliseconds(100))
    #expect(answer.failure?.code == .stalled)
  }

  @Test(arguments: [
    "printf 123456789012345678901 >&3", "printf '\\377' >&3", "while printf a >&3; do :; done",
    "while printf a >&3; do :; done; exec sleep 60",
  ])
  @Core func aWorkerThatBabblesIsEnded(script: String) async {
    #expect(await ask(script).failure?.code == .spokeOutOfTurn)
  }

  @Test @Core func aProgramThatIsMissingIsNamedAtOnce() {
    #expect(throws: Trouble.self) {
      try LineInquiry(
        HeldProgram(Project.nowhere + "/aloud-settings"), arguments: [], limits: LineInquiry.Limits(bytes: 1, lines: 1),
        patience: .seconds(1)
      ) { _ in Issue.record("an answer without a program") }
    }
  }
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let failure) = self { failure } else { nil }
  }
}
