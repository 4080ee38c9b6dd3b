/// Which way a text is read. Pure.
enum TextDirection {
  /// The first letter with a direction is one of a script that is written from right to left (UAX #9, P2).
  static func isRightToLeft(_ texts: some Sequence<String>) -> Bool {
    for text in texts {
      for scalar in text.unicodeScalars where scalar.properties.isAlphabetic {
        return isRightToLeft(scalar)
      }
    }
    return false
  }

  /// The blocks of Unicode whose letters have the bidirectional classes R and AL.
  private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }
}

/// The bullets and numbers that a list's items begin with. Pure.
enum ListMark {
  private static let bullets = Set("•◦▪‣●○■□–—-*·")

  /// A text begins with one: `• `, `3. `, `(a) `.
  static func begins(_ text: String) -> Bool {
    guard let first = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true).first,
      first.count < text.count || first.count == 1
    else { return false }
    if first.count == 1, bullets.contains(first[first.startIndex]) { return true }
    guard let last = first.last, ".)".contains(last), first.count <= 5 else { return false }
    let body = first.drop { $0 == "(" }.dropLast()
    return !body.isEmpty && (body.allSatisfy(\.isNumber) || body.count == 1 && body.allSatisfy(\.isLetter))
  }
}
