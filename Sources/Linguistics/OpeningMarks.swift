/// Brackets and quotation marks that open something, where the rules of Unicode count them to the sentence before.
///
/// The rules (UAX #29) know one class for all brackets and quotation marks, opening ones too, and take all that follow
/// a full stop to belong to it. Where a space stands between, that is no harm; Chinese and Japanese write none:
/// 「来た。「誰が？」」 opens its second quotation behind the first full stop.
enum OpeningMarks {
  /// How many code units at the end of a sentence, behind which the next one begins at once, open something.
  static func count(atEndOf sentence: ArraySlice<UInt16>) -> Int {
    // None of these marks lies outside of the basic plane. All of a sentence is never taken: nothing would be left.
    min(sentence.reversed().prefix { Unicode.Scalar($0)?.isOpeningMark ?? false }.count, sentence.count - 1)
  }
}
