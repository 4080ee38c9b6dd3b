import CUnistring

/// The places at which a row of text may end: the Unicode Line Breaking Algorithm (UAX #14). libunistring computes
/// them.
///
/// Thai, Lao, Khmer and Burmese, which need a dictionary, have such places at spaces only.
package enum LineBreaks {
  /// Returns an element for each byte of the text in UTF-8: true if a row may begin with this byte.
  package static func places(in text: String) -> [Bool] {
    var text = text
    let marks = text.withUTF8 { bytes in
      [CChar](unsafeUninitializedCapacity: bytes.count) { marks, count in
        count = bytes.count
        if count > 0 { u8_possible_linebreaks(bytes.baseAddress, count, "UTF-8", marks.baseAddress) }
      }
    }
    var places = marks.map { [UC_BREAK_POSSIBLE, UC_BREAK_MANDATORY].contains(Int($0)) }
    var offset = 0
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      if places[offset], let previous, holds(previous, scalar) { places[offset] = false }
      offset += scalar.utf8.count
      previous = scalar
    }
    return places
  }

  /// Returns true for places that the algorithm of libunistring has and a reader does not want.
  private static func holds(_ previous: Unicode.Scalar, _ scalar: Unicode.Scalar) -> Bool {
    switch (previous, scalar) {
    // The break would need a hyphen that is not in the text.
    case ("\u{AD}", _): true
    // A dash ends a row and does not begin one, as in print.
    case (_, "\u{2014}"): previous.properties.generalCategory != .spaceSeparator
    // Rule LB29 (`e.g.`), which libunistring 1.0 lacks.
    case (".", _), (",", _), (":", _), (";", _):
      scalar.properties.isAlphabetic && uc_width(scalar.value, "UTF-8") == 1
    default: false
    }
  }
}
