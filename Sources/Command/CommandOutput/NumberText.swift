/// A factor or number without unnecessary zeros: `1.25`, `1`, with at most `digits` decimals.
package func shortNumber(_ value: Double, digits: Int = 2) -> String {
  var scale = 1.0
  for _ in 0..<digits { scale *= 10 }
  let rounded = (value * scale).rounded() / scale
  guard rounded.isFinite, rounded.magnitude < 1e15 else { return String(value) }
  return rounded == rounded.rounded() ? String(Int64(rounded)) : String(rounded)
}

/// A number with leading zeros up to `count` digits: `007`.
package func digits(_ value: some BinaryInteger, _ count: Int, radix: Int = 10) -> String {
  let text = String(value, radix: radix)
  return String(repeating: "0", count: max(0, count - text.count)) + text
}

/// A share as a rounded percentage: `80%`.
package func percent(_ share: Double) -> String { "\(Int((share * 100).rounded()))%" }
