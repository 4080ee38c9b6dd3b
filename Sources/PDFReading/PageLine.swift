/// A line of text on a page. Lengths are in points, from the page's upper left corner.
struct PageLine: Equatable {
  /// Without white space around it.
  var text: String
  var left: Double
  var right: Double
  var top: Double
  var bottom: Double
  /// The size of the font of most of it.
  var fontSize: Double
  var isBold: Bool
  /// Whether all its letters are of one width, as those of programs are.
  var isFixed = false

  /// Where the line stands, as it is seen.
  var height: Double { bottom - top }
}

/// A page with its lines in the order of reading.
struct TextPage {
  /// From 0 on.
  var index: Int
  /// What is printed on it, or its number.
  var label: String
  var width: Double
  var height: Double
  var lines: [PageLine]
}
