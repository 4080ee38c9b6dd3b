public import Speech

extension TextPlace {
  /// The place behind a text in UTF-8 here. A character that is cut counts where it begins.
  ///
  /// Of one type, since every byte of a document passes here: for any sequence, what calls it from another module would
  /// ask for each byte by way of tables, which takes longer than all else that a reader of plain text does.
  public func after(_ text: ArraySlice<UInt8>) -> TextPlace {
    var place = self
    for byte in text {
      place.utf8 += 1
      guard byte & 0xC0 != 0x80 else { continue }
      place.scalars += 1
      place.utf16 += byte >= 0xF0 ? 2 : 1
    }
    return place
  }
}
