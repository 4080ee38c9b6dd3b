import BusValues
import DBusKit
import EventLoop
import Foundation
import Glibc
import Testing

/// The signals with one name that arrive on a client's connection.
@Core
final class Signals {
  private(set) var arguments: [[BusValue]] = []
  private var token: MatchToken?

  init(of member: MemberName, on remote: Remote) {
    token = remote.bus.subscribe(MatchRule(member: member)) { [weak self] in self?.arguments.append($0.arguments) }
  }
}

/// The processes of a service's engines: the warm parents and their children.
func speakers(below service: Int32) -> [Int32] {
  ["aloud-speak", "neural"].flatMap { descendants(of: service, named: $0) }
}

/// The descendants of a process with a name, parents first.
func descendants(of parent: Int32, named name: String) -> [Int32] {
  var found: [Int32] = []
  for child in contents("/proc/\(parent)/task/\(parent)/children").split(separator: " ").compactMap({ Int32($0) }) {
    if contents("/proc/\(child)/comm").hasPrefix(name) { found.append(child) }
    found += descendants(of: child, named: name)
  }
  return found
}

/// The number of voluntary context switches of a process's threads.
func switches(of process: Int32) -> Int {
  let threads = contents("/proc/\(process)/status").split(separator: "\n").first { $0.hasPrefix("Threads:") }
  #expect(threads != nil)
  return threadIDs(of: process).reduce(0) { sum, thread in
    let lines = contents("/proc/\(process)/task/\(thread)/status").split(separator: "\n")
    let line = lines.first { $0.hasPrefix("voluntary_ctxt_switches:") }
    return sum + (line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0)
  }
}

/// True if no timer of a process is set, so that only events from outside wake it.
func hasNoTimer(_ process: Int32) -> Bool {
  let folder = "/proc/\(process)/fdinfo"
  let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  let timers = names.map { contents("\(folder)/\($0)") }.filter { $0.contains("clockid:") }
  return !names.isEmpty && timers.allSatisfy { $0.contains("it_value: (0, 0)") }
}

/// The processor time of a process's first thread, in nanoseconds.
func workingTime(of process: Int32) -> Int64 {
  contents("/proc/\(process)/schedstat").split(separator: " ").first.flatMap { Int64($0) } ?? 0
}

/// The present contents of a file in /proc; empty if it is gone.
func contents(_ path: String) -> String {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return "" }
  defer { close(descriptor) }
  var bytes = [UInt8](repeating: 0, count: 65536)
  var text: [UInt8] = []
  while true {
    let count = read(descriptor, &bytes, bytes.count)
    guard count > 0 else { break }
    text += bytes[..<count]
  }
  return String(decoding: text, as: UTF8.self)
}
