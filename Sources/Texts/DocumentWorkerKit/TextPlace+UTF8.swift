public import Speech

extension TextPlace {
  /// The place after a text in UTF-8 that begins here. An incomplete character counts where it begins.
  ///
  /// It takes one concrete type because every byte of a document passes here. A generic version would fetch each byte
  /// through a witness table when called from another module, which takes longer than all other work of a plain text
  /// reader.
  public func after(_ text: ArraySlice<UInt8>) -> TextPlace {
    let bytes = text.span
    var place = 0
    var scalars = 0
    var halves = 0
    // Eight bytes at a time; the lowest bit of each byte counts.
    let ones: UInt64 = 0x0101_0101_0101_0101
    while place + 8 <= bytes.count {
      let eight = bytes.bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self)
      let further = eight >> 7 & ~(eight >> 6) & ones
      let long = eight >> 7 & eight >> 6 & eight >> 5 & eight >> 4 & ones
      scalars += 8 - Int((further &* ones) >> 56)
      if long != 0 { halves += Int((long &* ones) >> 56) }
      place += 8
    }
    while place < bytes.count {
      if bytes[place] & 0xC0 != 0x80 { scalars += 1 }
      if bytes[place] >= 0xF0 { halves += 1 }
      place += 1
    }
    return self + TextPlace(scalars: scalars, utf8: bytes.count, utf16: scalars + halves)
  }
}
