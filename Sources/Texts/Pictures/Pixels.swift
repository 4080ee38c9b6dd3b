/// A picture without a format, at most as large as ``maximumCount`` says.
struct Pixels: Equatable {
  /// The most pixels of a picture: a page at 600 dots per inch. A photograph is decoded at a smaller size, and has
  /// fewer pixels then.
  static let maximumCount = 1 << 25

  /// At least 1.
  let width: Int
  /// At least 1.
  let height: Int
  /// Row after row from the top, four bytes a pixel: red, green, blue, alpha. Alpha is not multiplied in.
  var bytes: [UInt8]

  /// True if both sides are positive and there are not too many pixels.
  static func isAllowed(width: Int, height: Int) -> Bool {
    guard width > 0, height > 0 else { return false }
    let (count, overflows) = width.multipliedReportingOverflow(by: height)
    return !overflows && count <= maximumCount
  }

  /// The picture at another size, each pixel the mean of what it covers; an edge that it covers by half counts half.
  ///
  /// - Parameters:
  ///   - width: 1 or more, at most the width there is.
  ///   - height: 1 or more, at most the height there is.
  func scaled(width: Int, height: Int) -> Pixels {
    if width == self.width, height == self.height { return self }
    var result = Pixels(width: width, height: height, bytes: [])
    result.bytes.reserveCapacity(width * height * 4)
    let columns = Self.shares(of: self.width, among: width)
    for rows in Self.shares(of: self.height, among: height) {
      // Of this row: red, green and blue times alpha, and alpha.
      var sums = [Int](repeating: 0, count: width * 4)
      for (row, rowShare) in rows { add(row, rowShare, columns, to: &sums) }
      let whole = self.width * self.height
      for column in 0..<width {
        let alpha = sums[column * 4 + 3]
        for channel in 0..<3 {
          result.bytes.append(alpha == 0 ? 0 : UInt8(clamping: (sums[column * 4 + channel] + alpha / 2) / alpha))
        }
        result.bytes.append(UInt8(clamping: (alpha + whole / 2) / whole))
      }
    }
    return result
  }

  /// Adds a row's pixels to those that they are a part of.
  private func add(_ row: Int, _ rowShare: Int, _ columns: [[(index: Int, share: Int)]], to sums: inout [Int]) {
    let start = row * width * 4
    for (target, sources) in columns.enumerated() {
      for (index, share) in sources {
        let pixel = start + index * 4
        let weight = share * rowShare * Int(bytes[pixel + 3])
        sums[target * 4] += weight * Int(bytes[pixel])
        sums[target * 4 + 1] += weight * Int(bytes[pixel + 1])
        sums[target * 4 + 2] += weight * Int(bytes[pixel + 2])
        sums[target * 4 + 3] += weight
      }
    }
  }

  /// The old pixels that each new one of a row covers, and how much of each; the shares of one add up to `old`.
  private static func shares(of old: Int, among new: Int) -> [[(index: Int, share: Int)]] {
    (0..<new).map { target in
      let (start, end) = (target * old, (target + 1) * old)
      return (start / new...(end - 1) / new).map { index in
        (index, min(end, (index + 1) * new) - max(start, index * new))
      }
    }
  }

  /// The picture in the middle of a square that is as long as its longer side; what is beside it is transparent.
  var squared: Pixels {
    let side = max(width, height)
    var square = Pixels(width: side, height: side, bytes: [UInt8](repeating: 0, count: side * side * 4))
    let (left, top) = ((side - width) / 2, (side - height) / 2)
    for row in 0..<height {
      let target = ((top + row) * side + left) * 4
      square.bytes.replaceSubrange(
        target..<target + width * 4, with: bytes[row * width * 4..<(row + 1) * width * 4])
    }
    return square
  }
}
