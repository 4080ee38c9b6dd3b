/// A line of text on a page. Lengths are in points, measured from the page's upper left corner.
struct PageLine: Equatable {
  /// The text without white space around it.
  var text: String
  var left: Double
  var right: Double
  var top: Double
  var bottom: Double
  /// The font size of most characters.
  var fontSize: Double
  var isBold: Bool
  /// True if all letters have the same width, as in program code.
  var isFixed = false

  /// The visible height of the line.
  var height: Double { bottom - top }
}

/// A page with its lines in the order of reading.
struct TextPage {
  /// The index of the page, from 0 on.
  var index: Int
  /// The printed label, or the page's number.
  var label: String
  var width: Double
  var height: Double
  var lines: [PageLine]
}
