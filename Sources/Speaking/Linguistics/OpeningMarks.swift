/// Finds opening brackets and quotation marks that Unicode's rules assign to the sentence before.
///
/// The rules (UAX #29) have one class for all brackets and quotation marks, and assign all marks that follow a full
/// stop to the sentence of the full stop. That does no harm if a space stands between. Chinese and Japanese write no
/// space: 「来た。「誰が？」」 opens its second quotation after the first full stop.
enum OpeningMarks {
  /// The number of code units at the end of a sentence that are opening marks. The next sentence begins directly after
  /// them.
  static func count(atEndOf sentence: ArraySlice<UInt16>) -> Int {
    // All of these marks are in the basic plane. At least one code unit of the sentence always stays.
    min(sentence.reversed().prefix { Unicode.Scalar($0)?.isOpeningMark ?? false }.count, sentence.count - 1)
  }
}
