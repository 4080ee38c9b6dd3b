import Foundation

/// The memory of a process at one moment, as counted by the kernel.
public struct Footprint: Sendable {
  /// Memory that was written to and is not shared with other processes, in KiB; a leak adds to it. The program's code
  /// is not counted: it is shared or not, depending on the other programs that run.
  public var privateKilobytes = 0
  /// All memory that is not swapped out, in KiB.
  public var residentKilobytes = 0
  public var descriptors = 0
  public var threads = 0

  /// - Parameter processes: the processes to add up; one that has ended counts as 0.
  public init(of processes: [Int32]) {
    for process in processes {
      for line in Self.contents("/proc/\(process)/smaps_rollup").split(separator: "\n") {
        let fields = line.split(separator: " ")
        guard fields.count > 1, let value = Int(fields[1]) else { continue }
        if fields[0] == "Private_Dirty:" { privateKilobytes += value }
        if fields[0] == "Rss:" { residentKilobytes += value }
      }
      descriptors += Self.count("/proc/\(process)/fd")
      threads += Self.count("/proc/\(process)/task")
    }
  }

  private static func count(_ directory: String) -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: directory))?.count ?? 0
  }

  private static func contents(_ path: String) -> String {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}

/// The straight line that fits points best (least squares).
public struct Trend: Sendable {
  /// The increase per unit of the first coordinate; 0 for fewer than two points.
  public let slope: Double

  public init(through points: [(x: Double, y: Double)]) {
    let count = Double(points.count)
    let middle = (x: points.reduce(0) { $0 + $1.x } / count, y: points.reduce(0) { $0 + $1.y } / count)
    let spread = points.reduce(0) { $0 + ($1.x - middle.x) * ($1.x - middle.x) }
    let common = points.reduce(0) { $0 + ($1.x - middle.x) * ($1.y - middle.y) }
    slope = spread > 0 ? common / spread : 0
  }
}
