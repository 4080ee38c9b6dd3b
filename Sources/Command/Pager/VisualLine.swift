import CFriBidi

/// A line of text in visual order, from left to right, by the Unicode Bidirectional Algorithm (UAX #9).
///
/// It serves screens that do not reorder text. FriBidi computes it.
///
/// Any thread may make one.
package struct VisualLine: Equatable, Sendable {
  /// The indices of the scalars in visual order.
  package let order: [Int]
  /// The scalars to show, in the order of the text: brackets in right-to-left text are mirrored, and Arabic letters
  /// have their joined forms if Unicode has such forms.
  package let shown: [Unicode.Scalar]

  /// Returns true if the text has no right-to-left characters.
  package static func isPlain(_ text: some Sequence<Unicode.Scalar>) -> Bool {
    text.allSatisfy { scalar in
      // Hebrew is the first block of right-to-left letters; U+200F and the like are controls of direction.
      scalar.value < 0x590
        || !(0x590...0x8FF ~= scalar.value || 0xFB1D...0xFDFF ~= scalar.value || 0xFE70...0xFEFC ~= scalar.value
          || 0x10800...0x10FFF ~= scalar.value || 0x1E800...0x1EFFF ~= scalar.value
          || [0x200F, 0x202B, 0x202E, 0x2067].contains(scalar.value))
    }
  }

  /// Orders a line.
  ///
  /// - Parameters:
  ///   - line: a line of one paragraph, without a line end.
  ///   - isRightToLeft: the paragraph's direction.
  package init(_ line: [Unicode.Scalar], isRightToLeft: Bool) {
    let count = line.count
    var base = aloud_direction(isRightToLeft)
    let text = line.map { FriBidiChar($0.value) }
    var types = [FriBidiCharType](repeating: FriBidiCharType(rawValue: 0), count: count)
    var brackets = [FriBidiBracketType](repeating: 0, count: count)
    var levels = [FriBidiLevel](repeating: 0, count: count)
    fribidi_get_bidi_types(text, FriBidiStrIndex(count), &types)
    fribidi_get_bracket_types(text, FriBidiStrIndex(count), types, &brackets)
    // FriBidi returns 0 if it has no memory.
    guard count > 0, count <= Int(FriBidiStrIndex.max),
      fribidi_get_par_embedding_levels_ex(types, brackets, FriBidiStrIndex(count), &base, &levels) != 0
    else {
      order = Array(line.indices)
      shown = line
      return
    }
    var joining = [FriBidiArabicProp](repeating: 0, count: count)
    fribidi_get_joining_types(text, FriBidiStrIndex(count), &joining)
    fribidi_join_arabic(types, FriBidiStrIndex(count), levels, &joining)
    var forms = text
    fribidi_shape(aloud_shape_flags(), levels, FriBidiStrIndex(count), &joining, &forms)
    shown = zip(line, forms).map { Unicode.Scalar($1) ?? $0 }
    // Combining characters stay after their base character.
    var map = line.indices.map { FriBidiStrIndex($0) }
    var ignored = forms
    let highest = fribidi_reorder_line(
      aloud_order_flags(), types, FriBidiStrIndex(count), 0, base, &levels, &ignored, &map)
    order = highest == 0 ? Array(line.indices) : map.map { Int($0) }
  }
}
