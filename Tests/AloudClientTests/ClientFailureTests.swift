import AloudAPI
import BusValues
import Testing

@testable import AloudClient

@Suite(.timeLimit(.minutes(1)))
struct ClientFailureTests {
  private func failure(_ name: String, _ message: String = "Gone.") -> ClientFailure {
    ClientFailure(task: "go there", .bus(BusError(name: name, message: message)))
  }

  @Test func aFailureSaysTaskAndReasonInOneLine() {
    #expect(failure("a.b").description == "cannot go there: Gone")
    #expect(failure("a.b", "").description == "cannot go there: a.b")
    #expect(failure(BusError.Name.vanished).description == "cannot go there: the service ended")
    #expect(
      ClientFailure(task: "reach the session bus", .noBus("no such file")).description
        == "cannot reach the session bus: no such file")
  }

  @Test func theServicesOwnErrorsAreToldFromAMissingService() {
    let refused = failure(APIErrorCode.noTrack.busName)
    #expect(refused.code == .noTrack && !refused.isWithoutService && !refused.isAbsence)
    let absent = failure(BusError.Name.serviceUnknown)
    #expect(absent.code == nil && absent.isWithoutService && absent.isAbsence)
    // It is there, but does not answer; or it could not be started.
    for name in [BusError.Name.noReply, "org.freedesktop.DBus.Error.Spawn.ExecFailed"] {
      #expect(failure(name).isWithoutService && !failure(name).isAbsence)
    }
    #expect(!ClientFailure(task: "go there", .abandoned).isWithoutService)
  }

  @Test(arguments: [
    (SilentOwner(process: 7, program: "aloudd", isStopped: true), "the service is stopped (process 7)"),
    (SilentOwner(process: 7, program: "aloudd", isStopped: false), "the service does not answer (process 7)"),
    (
      SilentOwner(process: 7, program: "cat", isStopped: false),
      "'cat' (process 7) owns the name org.aloud.Aloud1 and does not answer"
    ),
  ])
  func anOwnerThatDoesNotAnswerIsNamed(owner: SilentOwner, words: String) {
    #expect(owner.description == words)
    #expect(ClientFailure(task: "go there", .silent(owner)).isWithoutService)
  }
}
