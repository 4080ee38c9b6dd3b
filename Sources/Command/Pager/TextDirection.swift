/// The direction of a text. Pure.
enum TextDirection {
  /// Returns true if the first letter with a direction belongs to a script that is written from right to left (UAX #9,
  /// P2).
  static func isRightToLeft(_ texts: some Sequence<String>) -> Bool {
    for text in texts {
      for scalar in text.unicodeScalars where scalar.properties.isAlphabetic {
        return isRightToLeft(scalar)
      }
    }
    return false
  }

  /// Returns true for letters in the blocks of Unicode with the bidirectional classes R and AL.
  private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }
}

/// The bullets and numbers at the beginning of a list's items. Pure.
enum LineBullet {
  private static let bullets = Set("•◦▪‣●○■□–—-*·")

  /// Returns true if a text begins with a mark: `• `, `3. `, `(a) `.
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
