import CICU

/// ICU has no rules for a language: its data are missing.
public struct LinguisticsError: Error, Equatable, Sendable {
  /// The kind of rules and ICU's name of the error.
  public var detail: String
}

/// A break iterator of ICU.
struct Boundaries: ~Copyable {
  enum Kind {
    case sentence
    case word
    case line
    case character
  }

  private let iterator: OpaquePointer

  /// - Parameter locale: an ICU locale; one without rules of its own gets ICU's general rules.
  init(_ kind: Kind, locale: String) throws(LinguisticsError) {
    let type =
      switch kind {
      case .sentence: UBRK_SENTENCE
      case .word: UBRK_WORD
      case .line: UBRK_LINE
      case .character: UBRK_CHARACTER
      }
    guard let iterator = aloud_break_open(type, locale) else {
      throw LinguisticsError(detail: "no boundary rules for \(locale)")
    }
    self.iterator = iterator
  }

  /// Calls `body` with the end of each segment of `text` and ICU's rule status. The segments cover the whole text.
  func forEach(in text: ArraySlice<UInt16>, _ body: (_ end: Int, _ status: Int32) -> Void) {
    text.withUnsafeBufferPointer { text in
      guard let base = text.baseAddress, text.count > 0, set(base, text.count) else { return }
      _ = aloud_break_first(iterator)
      while case let end = aloud_break_next(iterator), end >= 0 { body(Int(end), aloud_break_status(iterator)) }
      detach()
    }
  }

  /// The last boundary in `text` at or before `limit`; 0 if there is none.
  func last(in text: ArraySlice<UInt16>, atMost limit: Int) -> Int {
    text.withUnsafeBufferPointer { text in
      guard let base = text.baseAddress, text.count > 0, set(base, text.count) else { return 0 }
      let found = aloud_break_preceding(iterator, Int32(min(limit, text.count) + 1))
      detach()
      return found > 0 ? Int(found) : 0
    }
  }

  private func set(_ text: UnsafePointer<UInt16>, _ count: Int) -> Bool {
    aloud_break_set_text(iterator, text, Int32(count))
  }

  /// ICU keeps the address of its text, which must not outlive the buffer. A null address stands for the empty text.
  private func detach() { _ = aloud_break_set_text(iterator, nil, 0) }

  deinit { aloud_break_close(iterator) }
}

extension Boundaries {
  /// ICU's name for the locale of a BCP 47 tag, letters and digits only; `en` for an empty one.
  static func locale(for language: String) -> String {
    let parts = language.split { $0 == "-" || $0 == "_" }.prefix(3)
    let plain = parts.allSatisfy { (1...8).contains($0.utf8.count) && $0.utf8.allSatisfy { $0.isLetterOrDigit } }
    return parts.isEmpty || !plain ? "en" : parts.joined(separator: "_")
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
