import Foundation
import Glibc

/// The kernel's data about processes.
enum Processes {
  /// Returns the processes of a desktop whose program has this name; they are recognised by the inherited environment.
  static func find(_ name: String, in directory: String) -> [Int32] {
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return entries.compactMap { Int32($0) }.filter { pid in
      guard read("/proc/\(pid)/comm").hasPrefix(name.prefix(15)) else { return false }
      return read("/proc/\(pid)/environ").contains(directory)
    }.sorted()
  }

  /// Returns a process and all of its descendants.
  static func family(of pid: Int32) -> [Int32] {
    var family = [pid]
    for thread in threads(of: pid) {
      for child in read("/proc/\(pid)/task/\(thread)/children").split(separator: " ") {
        if let child = Int32(child) { family += self.family(of: child) }
      }
    }
    return family
  }

  /// Returns the name of the process's program, of which the kernel stores 15 bytes; empty if the process is gone.
  static func name(of pid: Int32) -> String { String(read("/proc/\(pid)/comm").dropLast()) }

  /// The resources that a process has used so far.
  struct Usage {
    /// Nanoseconds of processor time of its threads, and of its children that have ended.
    var processor: Double = 0
    /// The number of wake-ups of its threads; more precisely, of the times at which they went to sleep.
    var wakeups = 0

    static func - (a: Usage, b: Usage) -> Usage {
      Usage(processor: a.processor - b.processor, wakeups: a.wakeups - b.wakeups)
    }
  }

  static func usage(of pids: [Int32]) -> Usage {
    var usage = Usage()
    for pid in pids {
      for thread in threads(of: pid) {
        let folder = "/proc/\(pid)/task/\(thread)"
        usage.processor += Double(read(folder + "/schedstat").split(separator: " ").first ?? "") ?? 0
        for line in read(folder + "/status").split(separator: "\n") where line.hasPrefix("voluntary_ctxt_switches:") {
          usage.wakeups += Int(line.split(separator: "\t").last ?? "") ?? 0
        }
      }
      // The time of awaited children is in hundredths of a second.
      let fields = read("/proc/\(pid)/stat").split(separator: ")").last?.split(separator: " ") ?? []
      if fields.count > 14 { usage.processor += ((Double(fields[13]) ?? 0) + (Double(fields[14]) ?? 0)) * 1e7 }
    }
    return usage
  }

  /// Returns the kilobytes in memory: all pages, and with shared pages divided among their users.
  static func memory(of pids: [Int32]) -> (rss: Double, pss: Double) {
    var result = (rss: 0.0, pss: 0.0)
    for pid in pids {
      for line in read("/proc/\(pid)/smaps_rollup").split(separator: "\n") {
        let fields = line.split(separator: " ")
        guard fields.count > 1, let value = Double(fields[1]) else { continue }
        if fields[0] == "Rss:" { result.rss += value }
        if fields[0] == "Pss:" { result.pss += value }
      }
    }
    return result
  }

  private static func threads(of pid: Int32) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")) ?? []
  }

  private static func read(_ path: String) -> String {
    guard let data = FileManager.default.contents(atPath: path) else { return "" }
    return String(decoding: data, as: UTF8.self)
  }
}
