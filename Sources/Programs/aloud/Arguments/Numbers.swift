/// Parses a decimal number of ASCII digits with at most one dot, or the comma of many countries. All numeric arguments
/// consist of such numbers.
///
/// `Double.init` alone would also accept `inf`, `nan`, `0x1p3` and `1e9`, which are typing errors here.
func decimal(_ text: some StringProtocol) -> Double? {
  let text = String(text).replacing(",", with: ".")
  guard text.contains(where: { $0.isASCII && $0.isNumber }),
    text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }), text.count(where: { $0 == "." }) <= 1
  else { return nil }
  return Double(text.hasPrefix(".") ? "0\(text)" : text)
}

/// The direction of a relative change: `+5` and `5+` (playerctl) mean the same; without a sign there is none.
enum Direction: Equatable {
  case up, down

  var sign: Double { self == .up ? 1 : -1 }

  /// Removes a sign from either end of `text`.
  static func taken(from text: inout Substring) -> Direction? {
    let signs: [(Character, Direction)] = [("+", .up), ("-", .down), ("−", .down)]
    for (sign, direction) in signs {
      if text.first == sign {
        text = text.dropFirst()
        return direction
      }
      if text.last == sign {
        text = text.dropLast()
        return direction
      }
    }
    return nil
  }
}

extension Substring {
  /// Removes `suffix` from the end; `false` if it is not there.
  mutating func take(_ suffix: String) -> Bool {
    guard hasSuffix(suffix) else { return false }
    self = dropLast(suffix.count)
    return true
  }
}
