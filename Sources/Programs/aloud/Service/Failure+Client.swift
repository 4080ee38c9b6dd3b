import AloudAPI
import AloudClient
import CommandOutput
import EventLoop
import Glibc

// The exit code, the message and the cure of what the client could not do.
extension Failure {
  init(_ error: ClientFailure) {
    switch error.cause {
    case .noBus:
      self.init(.noService, error.description, cure: "dbus-run-session -- aloud …, or log in to a desktop")
    case .busOfUser: self.init(.noService, error.description, cure: "the same without sudo")
    case .silent(let owner): self.init(.noService, error.description, cure: owner.cure)
    case .bus(let bus): self.init(bus, task: error.task)
    case .strangeAnswer: self.init(.failed, error.description)
    // Only a signal makes the command give up.
    case .abandoned: self = .quiet(StandardStream.endingSignal == SIGINT ? .interrupted : .failed)
    }
  }

  /// Performs a call of the client; its failure becomes the command's.
  @Core
  static func translating<Answer>(
    _ call: @autoclosure @Core () async throws(ClientFailure) -> Answer
  ) async throws(Failure) -> Answer {
    do throws(ClientFailure) { return try await call() } catch { throw Failure(error) }
  }
}

extension SilentOwner {
  /// The command that makes way for the service.
  fileprivate var cure: String {
    guard isService else { return "ps \(process)" }
    return isStopped ? "kill -CONT \(process)" : "systemctl --user restart aloudd, or kill \(process)"
  }
}
