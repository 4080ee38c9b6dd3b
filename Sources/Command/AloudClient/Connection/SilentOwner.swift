import AloudAPI
import BusValues
import DBusKit
import EventLoop
import Glibc

/// The owner of the service's name, if it does not answer.
package struct SilentOwner: Equatable, Sendable, CustomStringConvertible {
  /// Its process, as the bus knows it.
  package let process: UInt32
  /// The program's name from the system; empty if unknown.
  package let program: String
  /// True if the process is stopped, as by SIGSTOP.
  package let isStopped: Bool
  /// True if it is the service, which may be busy.
  package var isService: Bool { program == "aloudd" }

  /// The present owner; `nil` if there is none, or the bus does not identify it.
  @Core
  static func ofService(on connection: BusConnection) async -> SilentOwner? {
    let call = BusCall(
      .bus, "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetConnectionUnixProcessID",
      [.string(AloudBus.name.text)])
    guard let reply = try? await connection.call(call, timeout: .seconds(1), autoStart: false),
      let process = reply.arguments.first?.asUInt32
    else { return nil }
    return SilentOwner(process: process)
  }

  /// An owner with this process.
  package init(process: UInt32, program: String, isStopped: Bool) {
    self.process = process
    self.program = program
    self.isStopped = isStopped
  }

  /// Parses `/proc/PID/stat`: `1234 (aloudd) T …`.
  private init(process: UInt32) {
    let bytes = Descriptor(opening: "/proc/\(process)/stat", O_RDONLY)?.readAll(limit: 512) ?? []
    let line = String(decoding: bytes, as: UTF8.self)
    let name = line.drop { $0 != "(" }.dropFirst()
    let end = name.lastIndex(of: ")") ?? name.endIndex
    let state = name[end...].dropFirst(2).first
    self.init(process: process, program: String(name[..<end]), isStopped: state == "T" || state == "t")
  }

  /// One clause for people: who it is, and that it does not answer.
  package var description: String {
    if isService {
      return isStopped
        ? "the service is stopped (process \(process))" : "the service does not answer (process \(process))"
    }
    let name = program.isEmpty ? "process \(process)" : "'\(program)' (process \(process))"
    return "\(name) owns the name \(AloudBus.name) and does not answer"
  }
}
