import CommandOutput
import Glibc
import Vocabulary

/// A time of day: `22:30`, `7:05`, `10pm`, `10:30 pm`.
struct ClockTime: Equatable {
  /// 0…23.
  let hour: Int
  /// 0…59.
  let minute: Int
  /// True if it can be nothing but a time of day: the hour has two digits, or `am` or `pm` follows.
  let isPlain: Bool

  init?(_ argument: String) {
    var text = Substring(argument.lowercased().filter { $0 != " " })
    let half = text.take("am") ? 0 : text.take("pm") ? 12 : nil
    let fields = text.split(separator: ":", omittingEmptySubsequences: false)
    guard fields.count == 2 || (fields.count == 1 && half != nil),
      fields.allSatisfy({ (1...2).contains($0.count) && $0.allSatisfy { $0.isASCII && $0.isNumber } }),
      fields.count == 1 || fields[1].count == 2, let hour = Int(fields[0]),
      let minute = Int(fields.dropFirst().first ?? "0")
    else { return nil }
    guard half == nil ? (0...23).contains(hour) : (1...12).contains(hour), (0...59).contains(minute) else { return nil }
    self.hour = half.map { hour % 12 + $0 } ?? hour
    self.minute = minute
    isPlain = half != nil || fields[0].count == 2
  }

  /// The time until it is so late the next time, in the time zone of this process: more than 0, and a day and the
  /// change of the clocks at most.
  ///
  /// - Parameter now: seconds since 1970.
  func remaining(from now: time_t) -> Microseconds {
    var (now, here) = (now, tm())
    guard localtime_r(&now, &here) != nil else { return 0 }
    var target = time_t(0)
    for day in 0...1 {
      var then = here
      (then.tm_hour, then.tm_min, then.tm_sec, then.tm_isdst) = (CInt(hour), CInt(minute), 0, -1)
      then.tm_mday += CInt(day)
      target = mktime(&then)
      if target > now { break }
    }
    return Microseconds(Int64(max(1, target - now)) * 1_000_000)
  }

  /// `23:12`: the time of day after a time, in the time zone of this process, to the nearest minute.
  static func text(after microseconds: Microseconds, from now: time_t) -> String {
    var then = now + time_t((microseconds.count + 30_000_000) / 1_000_000)
    var local = tm()
    guard localtime_r(&then, &local) != nil else { return "?" }
    return "\(digits(Int(local.tm_hour), 2)):\(digits(Int(local.tm_min), 2))"
  }
}
