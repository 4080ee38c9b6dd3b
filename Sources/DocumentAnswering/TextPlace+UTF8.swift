public import Speech

extension TextPlace {
  /// The place behind a text in UTF-8 here. A character that is cut counts where it begins.
  public func after(_ text: some Sequence<UInt8>) -> TextPlace {
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
