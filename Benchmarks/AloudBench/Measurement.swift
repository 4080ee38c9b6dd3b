/// The values of repeated measurements, in the unit of their row.
struct Series {
  private(set) var values: [Double] = []

  mutating func add(_ value: Double) { values.append(value) }

  var isEmpty: Bool { values.isEmpty }
  var count: Int { values.count }
  var median: Double { quantile(0.5) }

  func quantile(_ part: Double) -> Double {
    guard !values.isEmpty else { return .nan }
    let sorted = values.sorted()
    return sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
  }
}

/// One line of the table.
struct Row {
  /// The goal for our figure.
  enum Goal {
    case none
    /// At most this number, in the unit of the row.
    case atMost(Double)
    /// Never more than this number, in the unit of the row.
    case neverAbove(Double)
    /// At most this ratio to the named peer's median.
    case ratioAtMost(Double, peer: String)
    /// At least this ratio to the named peer's median.
    case ratioAtLeast(Double, peer: String)
    /// The same for series that were measured in turns: the median of the ratios within each turn counts.
    case pairedRatioAtLeast(Double, peer: String)
  }

  var what: String
  var who: String
  var unit: String
  var series: Series
  var goal = Goal.none
}

/// The figures of one run, and their tables.
struct Report {
  private(set) var rows: [Row] = []
  /// The names of the parts, each with the number of rows before it.
  private var parts: [(name: String, first: Int)] = []
  var notes: [String] = []
  /// True if a result is not allowed.
  var hasFailed = false

  /// Begins a part, which has a table of its own.
  mutating func begin(_ part: String) { parts.append((part, rows.count)) }

  mutating func add(_ row: Row) {
    rows.append(row)
    let worst = row.series.count > 1 ? ", at most \(figure(row.series.quantile(1)))" : ""
    progress("  \(row.what) | \(row.who): \(figure(row.series.median)) \(row.unit) (n \(row.series.count)\(worst))")
  }

  /// Adds rows that were measured program by program, sorted by measurement.
  mutating func addSorted(_ rows: [Row]) {
    for (index, row) in rows.enumerated() where !rows[..<index].contains(where: { $0.what == row.what }) {
      for row in rows where row.what == rows[index].what { add(row) }
    }
  }

  /// Notes that a measurement could not be completed.
  mutating func breakOff(_ reason: String) {
    progress("  broken off: \(reason)")
    notes.append("Broken off: \(reason)")
    hasFailed = true
  }

  mutating func add(_ what: String, _ who: String, _ unit: String, _ value: Double, goal: Row.Goal = .none) {
    var series = Series()
    series.add(value)
    add(Row(what: what, who: who, unit: unit, series: series, goal: goal))
  }

  /// The median of the values of `who`.
  func median(_ what: String, _ who: String) -> Double? { series(what, who)?.median }

  private func series(_ what: String, _ who: String) -> Series? {
    rows.first { $0.what == what && $0.who == who }?.series
  }

  /// The table of each part under its name, and the notes.
  var tables: String {
    let ends = parts.dropFirst().map(\.first) + [rows.count]
    let tables = zip(parts, ends).map { part, end in "### \(part.name)\n\n\(table(of: rows[part.first..<end]))" }
    return (tables + notes).joined(separator: "\n\n")
  }

  private func table(of rows: ArraySlice<Row>) -> String {
    var lines = [
      "| measured | program | median | range | n | ratio | goal | met |", "|---|---|---:|---:|---:|---:|---|---|",
    ]
    var last = ""
    for row in rows {
      let (ratio, goal, met) = verdict(row)
      let range =
        row.series.count > 1 ? "\(figure(row.series.quantile(0)))–\(figure(row.series.quantile(1)))" : ""
      lines.append(
        "| \(row.what == last ? "" : row.what) | \(row.who) | \(figure(row.series.median)) \(row.unit) | \(range) "
          + "| \(row.series.count) | \(ratio) | \(goal) | \(met) |")
      last = row.what
    }
    return lines.joined(separator: "\n")
  }

  private func verdict(_ row: Row) -> (ratio: String, goal: String, met: String) {
    let own = row.series.median
    func sign(_ met: Bool) -> String { met ? "yes" : "no" }
    switch row.goal {
    case .none: return ("", "", "")
    case .atMost(let limit): return ("", "≤ \(figure(limit)) \(row.unit)", sign(own <= limit))
    case .pairedRatioAtLeast(let limit, let peer):
      let goal = "≥ \(figure(limit)) of \(peer)"
      guard let other = series(row.what, peer), other.count == row.series.count else { return ("", goal, "?") }
      var ratios = Series()
      for (own, other) in zip(row.series.values, other.values) { ratios.add(own / other) }
      return (figure(ratios.median), goal, sign(ratios.median >= limit))
    case .neverAbove(let limit):
      let above = row.series.values.count { $0 > limit }
      let met = above > 0 ? "no, \(above) above" : sign(!row.series.isEmpty)
      return ("", "never > \(figure(limit)) \(row.unit)", met)
    case .ratioAtMost(let limit, let peer), .ratioAtLeast(let limit, let peer):
      var isUpper = false
      if case .ratioAtMost = row.goal { isUpper = true }
      let goal = "\(isUpper ? "≤" : "≥") \(figure(limit)) of \(peer)"
      guard let other = median(row.what, peer), other.isFinite, other > 0 else { return ("", goal, "?") }
      let ratio = own / other
      return (figure(ratio), goal, sign(isUpper ? ratio <= limit : ratio >= limit))
    }
  }
}

/// Returns a number with three significant digits, and all digits before the point.
func figure(_ value: Double) -> String {
  guard value.isFinite else { return "–" }
  let digits = abs(value) >= 100 ? 0 : abs(value) >= 10 ? 1 : 2
  var factor = 1.0
  for _ in 0..<digits { factor *= 10 }
  let scaled = (abs(value) * factor).rounded()
  let whole = Int(scaled / factor)
  let sign = value < 0 && scaled > 0 ? "-" : ""
  guard digits > 0 else { return "\(sign)\(whole)" }
  let part = String(Int(scaled) - whole * Int(factor))
  return "\(sign)\(whole)." + String(repeating: "0", count: digits - part.count) + part
}

/// The reason for a failed measurement.
struct BenchError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
