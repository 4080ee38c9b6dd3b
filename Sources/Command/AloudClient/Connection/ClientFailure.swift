package import AloudAPI
package import BusValues

/// The failure of a call of the service: the task, and the reason as a value, from which a program finds its own words
/// and the way out.
package struct ClientFailure: Error, Equatable, CustomStringConvertible {
  /// The reasons of a failure.
  package enum Cause: Equatable, Sendable {
    /// No session bus can be reached; the reason, in words. A desktop's login or `dbus-run-session` starts one.
    case noBus(String)
    /// The session bus belongs to this user, and the program runs as root. It has to run as that user.
    case busOfUser(String)
    /// The owner of the service's name does not answer. It can be continued, restarted or ended, by its process.
    case silent(SilentOwner)
    /// An error of the service, as ``ClientFailure/code`` tells, or of the bus.
    case bus(BusError)
    /// The answer lacks a part, which is named here: the service is of another version.
    case strangeAnswer(String)
    /// The program gave up waiting; see ``ServiceConnection/abandon()``.
    case abandoned
  }

  /// Completes "cannot …".
  package let task: String
  /// The reason.
  package let cause: Cause

  /// A failure of a task, which completes "cannot …".
  package init(task: String, _ cause: Cause) { (self.task, self.cause) = (task, cause) }

  /// The service's own name of the error; `nil` if it has none.
  package var code: APIErrorCode? {
    guard case .bus(let error) = cause else { return nil }
    return APIErrorCode(busName: error.name)
  }

  /// True if the failure is only that no service is running.
  package var isAbsence: Bool {
    guard case .bus(let error) = cause else { return false }
    return [BusError.Name.serviceUnknown, BusError.Name.nameHasNoOwner, BusError.Name.vanished].contains(error.name)
  }

  /// True if there is no service to talk to: no bus, nobody on it, or nobody who answers. Another call would fail, too.
  package var isWithoutService: Bool {
    switch cause {
    case .noBus, .busOfUser, .silent: true
    case .bus(let error): error.saysThatNoServiceAnswers
    case .strangeAnswer, .abandoned: false
    }
  }

  /// One line for people, without the way out: "cannot go there: the service ended".
  package var description: String { "cannot \(task): \(reason)" }

  private var reason: String {
    switch cause {
    case .noBus(let reason): reason
    case .busOfUser(let user): "it belongs to \(user), and this runs as root"
    case .silent(let owner): owner.description
    case .bus(let error): error.reason
    case .strangeAnswer(let missing): "the service did not answer with \(missing)"
    case .abandoned: "the caller no longer waits"
    }
  }
}
