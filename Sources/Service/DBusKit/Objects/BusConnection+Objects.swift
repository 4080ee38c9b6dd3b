public import BusValues
import EventLoop

extension BusConnection {
  /// Limits for calls of clients; ``MessageLimits/calls`` unless set.
  public var callLimits: MessageLimits {
    get { objects.limits }
    set { objects.limits = newValue }
  }

  /// Limits the rate at which each client may call methods and set properties. Reading is free. `nil`: no limit.
  public var callQuota: CallQuota? {
    get { objects.quota }
    set { objects.quota = newValue }
  }

  /// Makes `object` reachable at `path` until ``unexport(_:)``; replaces an object at that path.
  public func export(_ object: any ExportedObject, at path: ObjectPath) { objects.export(object, at: path) }

  /// Removes the object at `path`. Calls of it that are being performed can still be answered.
  public func unexport(_ path: ObjectPath) { objects.unexport(path) }

  /// Holds method calls and property writes until ``admitCalls()``; reads of properties are answered. For a program
  /// that is about to end and has to know whether it was called.
  public func holdCalls() { objects.hold() }

  /// The number of held calls.
  public var heldCalls: Int { objects.held }

  /// Performs the held calls in order and stops holding. Later calls take their turns.
  public func admitCalls() { objects.admit(for: self) }

  /// The number of messages whose turn has not come, and of clients that wait for an object's answer.
  public var unansweredCalls: Int { objects.unanswered + inbox.count }
}
