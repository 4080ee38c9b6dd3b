import DesktopSupport
import EventLoop
import Glibc
import Testing
import Workers

/// The copy of the engine's process that waits for the next utterance.
@Suite(.timeLimit(.minutes(3)), .serialized)
struct WaitingCopyTests {
  private static let sentence = SpeechEngineTests.sentence
  private static let long = String(repeating: sentence + " ", count: 12)

  init() { TestLoop.start() }

  /// The copy that waits while the worker of a session has nothing to do: the only one, and it sleeps. One that has
  /// spoken ends.
  @Core private func copy(of session: Session) async throws -> Int32 {
    var found: [Int32] = []
    #expect(
      await eventually {
        found = session.engine.processIDs.flatMap { children(of: $0) }
        return found.count == 1 && contents(of: "/proc/\(found[0])/stat").contains(") S ")
      })
    return try #require(found.first)
  }

  @Test @Core func itSpeaksTheNextUtteranceAsAnyOtherCopyDoes() async throws {
    let session = try Session()
    let first = await session.speak(Self.sentence)
    #expect(first.error == nil && !first.samples.isEmpty)
    for _ in 0..<3 {
      let waiting = try await copy(of: session)
      // Of two at the same time, the second one needs a copy that is made for it.
      async let other = session.speak(Self.sentence)
      #expect(await session.speak(Self.sentence) == first)
      #expect(await other == first)
      #expect(await eventually { kill(waiting, 0) != 0 }, "it has spoken")
    }
    session.end()
  }

  @Test @Core func itsLossIsNotNoticed() async throws {
    let session = try Session()
    let first = await session.speak(Self.sentence)
    for _ in 0..<3 {
      let waiting = try await copy(of: session)
      kill(waiting, SIGKILL)
      #expect(await eventually { kill(waiting, 0) != 0 })
      // What ended it may end the next one, too: there is none before the next utterance.
      #expect(try await session.measure(Self.sentence).get() == first.frames)
      #expect(await eventually { session.engine.processIDs.flatMap { children(of: $0) }.isEmpty })
      #expect(await session.speak(Self.sentence) == first)
    }
    session.end()
  }

  @Test @Core func anUtteranceThatItLosesIsSpokenByAnother() async throws {
    let session = try Session()
    let (first, long) = (await session.speak(Self.sentence), await session.speak(Self.long))
    let waiting = try await copy(of: session)
    kill(waiting, SIGSTOP)
    #expect(await eventually { isStopped(waiting) })
    async let repeated = session.speak(Self.long)
    // The worker has passed on the first utterance when it speaks the second one.
    #expect(await session.speak(Self.sentence) == first)
    kill(waiting, SIGKILL)
    #expect(await repeated == long)
    session.end()
  }

  /// The packet that it has not received is nobody else's.
  @Test @Core func anUtteranceThatIsCancelledBeforeItIsReceivedIsNotSpokenByTheNext() async throws {
    let session = try Session()
    let first = await session.speak(Self.sentence)
    let (waiting, workers) = (try await copy(of: session), session.engine.processIDs)
    kill(waiting, SIGSTOP)
    #expect(await eventually { isStopped(waiting) })
    let token = session.engine.speak(Array(Self.long.utf8), configuration: .english) { _ in }
    #expect(await session.speak(Self.sentence) == first)
    session.engine.cancel(token)
    #expect(await eventually { kill(waiting, 0) != 0 })
    for _ in 0..<3 {
      let next = try await copy(of: session)
      #expect(await session.speak(Self.sentence) == first)
      #expect(await eventually { kill(next, 0) != 0 })
    }
    #expect(session.engine.processIDs == workers, "a worker that speaks out of turn is replaced")
    session.end()
  }

  @Test @Core func itDiesWithItsWorker() async throws {
    let session = try Session()
    _ = await session.speak(Self.sentence)
    let waiting = try await copy(of: session)
    for worker in session.engine.processIDs { kill(worker, SIGKILL) }
    #expect(await eventually { kill(waiting, 0) != 0 })
    session.end()
  }
}
