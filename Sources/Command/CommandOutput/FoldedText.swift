import CUnistring
import Glibc

/// Text as it is compared with what somebody types: without case and accents.
package enum FoldedText {
  /// Returns a text in the case folding of Unicode, decomposed and without marks: `Élan` and `elan`, `Straße` and
  /// `STRASSE` have the same. A text that cannot be folded, for want of memory, is returned in lower case.
  package static func of(_ text: String) -> String {
    var text = text
    let bytes = text.withUTF8 { bytes -> [UInt8]? in
      guard let start = bytes.baseAddress, !bytes.isEmpty else { return [] }
      var length = 0
      guard let folded = aloud_folded(start, bytes.count, &length) else { return nil }
      defer { free(folded) }
      return Array(UnsafeBufferPointer(start: folded, count: length))
    }
    guard let bytes else { return text.lowercased() }
    var scalars = String.UnicodeScalarView()
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars
    where scalar.properties.generalCategory != .nonspacingMark {
      scalars.append(scalar)
    }
    return String(scalars)
  }

  /// Returns the words of a text, folded: what is between spaces and signs.
  package static func words(of text: String) -> [Substring] {
    of(text).split { !$0.isLetter && !$0.isNumber }
  }
}
