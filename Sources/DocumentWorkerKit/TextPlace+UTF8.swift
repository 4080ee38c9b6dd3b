public import Speech

extension TextPlace {
  /// The place after a text in UTF-8 that begins here. An incomplete character counts where it begins.
  ///
  /// It takes one concrete type because every byte of a document passes here. A generic version would fetch each byte
  /// through a witness table when called from another module, which takes longer than all other work of a plain text
  /// reader.
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
