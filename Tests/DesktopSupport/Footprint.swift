import Foundation

/// What a process holds at one moment, as the kernel counts it.
public struct Footprint: Sendable {
  /// Memory that nobody else has, in KiB: what a leak adds to.
  public var privateKilobytes = 0
  /// All its memory that is not swapped out, in KiB.
  public var residentKilobytes = 0
  public var descriptors = 0
  public var threads = 0

  /// - Parameter processes: their sum is taken; one that has ended counts as nothing.
  public init(of processes: [Int32]) {
    for process in processes {
      for line in Self.contents("/proc/\(process)/smaps_rollup").split(separator: "\n") {
        let fields = line.split(separator: " ")
        guard fields.count > 1, let value = Int(fields[1]) else { continue }
        if fields[0].hasPrefix("Private_") { privateKilobytes += value }
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

/// The straight line that lies closest to points (least squares).
public struct Trend: Sendable {
  /// By how much it rises where the first coordinate grows by one; 0 for fewer than two points.
  public let slope: Double

  public init(through points: [(x: Double, y: Double)]) {
    let count = Double(points.count)
    let middle = (x: points.reduce(0) { $0 + $1.x } / count, y: points.reduce(0) { $0 + $1.y } / count)
    let spread = points.reduce(0) { $0 + ($1.x - middle.x) * ($1.x - middle.x) }
    let common = points.reduce(0) { $0 + ($1.x - middle.x) * ($1.y - middle.y) }
    slope = spread > 0 ? common / spread : 0
  }
}
