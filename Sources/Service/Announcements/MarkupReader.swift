/// The scalars of a body without its markup. Each scalar is looked at a bounded number of times.
struct MarkupReader {
  /// The tags of the specification, and others that applications send all the same. Everything else between `<` and
  /// `>` is text, such as an address of mail.
  private static let tags: Set<String> = [
    "a", "b", "big", "blockquote", "body", "center", "code", "em", "font", "html", "i", "img", "li", "ol", "s", "small",
    "span", "strike", "strong", "sub", "sup", "tt", "u", "ul",
  ]
  /// Tags that divide words.
  private static let breaks: Set<String> = ["br", "div", "h1", "h2", "h3", "hr", "li", "p", "table", "td", "tr"]
  private static let entities: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "hellip": "…", "ndash": "–", "mdash": "—",
    "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "euro": "€", "copy": "©", "bull": "•",
  ]
  /// The longest tag, such as one with a long address.
  private static let longestTag = 8192

  private let scalars: ArraySlice<Unicode.Scalar>
  private let hasMarkup: Bool
  private var index: Int
  /// The rest of an image's `alt`, in reverse.
  private var pending: [Unicode.Scalar] = []
  /// The scalars that may still be looked at in vain: a body full of `<a "` is text, and costs no more than others.
  private var patience = 65_536

  init(scalars: ArraySlice<Unicode.Scalar>, hasMarkup: Bool) {
    (self.scalars, self.hasMarkup, index) = (scalars, hasMarkup, scalars.startIndex)
  }

  /// The next scalar of the text.
  mutating func next() -> Unicode.Scalar? {
    if let scalar = pending.popLast() { return scalar }
    while index < scalars.endIndex {
      let scalar = scalars[index]
      if hasMarkup, scalar == "<", let separates = skipTag() {
        if let scalar = pending.popLast() { return scalar }
        if separates { return " " }
        continue
      }
      if hasMarkup, scalar == "&", let entity = takeEntity() { return entity }
      index += 1
      return scalar
    }
    return nil
  }

  // MARK: Tags

  /// Skips a tag or a comment. Returns true if it divides words, `nil` if there is none.
  private mutating func skipTag() -> Bool? {
    var cursor = index + 1
    if cursor < scalars.endIndex, scalars[cursor] == "/" { cursor += 1 }
    var name = ""
    while cursor < scalars.endIndex, name.utf8.count < 12, let letter = Self.lowercase(scalars[cursor]) {
      name.unicodeScalars.append(letter)
      cursor += 1
    }
    guard Self.tags.contains(name) || Self.breaks.contains(name), cursor < scalars.endIndex else { return nil }
    guard scalars[cursor] == ">" || scalars[cursor] == "/" || scalars[cursor].properties.isWhitespace else {
      return nil
    }
    guard let end = endOfTag(from: cursor) else { return nil }
    if name == "img", let alt = attribute("alt", in: cursor..<end) {
      pending = [" "] + Self.decoded(alt).reversed() + [" "]
    }
    index = end + 1
    return Self.breaks.contains(name)
  }

  /// The place of the `>` that ends a tag, outside its quotes.
  private mutating func endOfTag(from start: Int) -> Int? {
    var quote: Unicode.Scalar?
    var cursor = start
    let limit = min(scalars.endIndex, start + min(Self.longestTag, patience))
    while cursor < limit {
      let scalar = scalars[cursor]
      if let open = quote {
        if scalar == open { quote = nil }
      } else if scalar == ">" {
        return cursor
      } else if scalar == "\"" || scalar == "'" {
        quote = scalar
      } else if scalar == "<" {
        break
      }
      cursor += 1
    }
    patience -= cursor - start
    return nil
  }

  /// The value of an attribute.
  private func attribute(_ name: String, in range: Range<Int>) -> ArraySlice<Unicode.Scalar>? {
    var cursor = range.lowerBound
    while cursor < range.upperBound {
      guard let first = Self.lowercase(scalars[cursor]) else {
        cursor += 1
        continue
      }
      var word = String(first)
      cursor += 1
      while cursor < range.upperBound, let letter = Self.lowercase(scalars[cursor]) {
        if word.utf8.count < 16 { word.unicodeScalars.append(letter) }
        cursor += 1
      }
      while cursor < range.upperBound, scalars[cursor].properties.isWhitespace { cursor += 1 }
      guard cursor < range.upperBound, scalars[cursor] == "=" else { continue }
      cursor += 1
      while cursor < range.upperBound, scalars[cursor].properties.isWhitespace { cursor += 1 }
      guard cursor < range.upperBound else { return nil }
      let quote = scalars[cursor]
      let isQuoted = quote == "\"" || quote == "'"
      if isQuoted { cursor += 1 }
      let start = cursor
      while cursor < range.upperBound,
        isQuoted ? scalars[cursor] != quote : !scalars[cursor].properties.isWhitespace
      {
        cursor += 1
      }
      if word == name { return scalars[start..<cursor] }
      if isQuoted, cursor < range.upperBound { cursor += 1 }
    }
    return nil
  }

  /// A letter or digit of ASCII in lower case.
  private static func lowercase(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.value {
    case 0x61...0x7A, 0x30...0x39: scalar
    case 0x41...0x5A: Unicode.Scalar(scalar.value + 0x20)
    default: nil
    }
  }

  // MARK: Entities

  private static func decoded(_ scalars: ArraySlice<Unicode.Scalar>) -> [Unicode.Scalar] {
    var reader = MarkupReader(scalars: scalars, hasMarkup: true)
    reader.patience = 0
    var result: [Unicode.Scalar] = []
    while let scalar = reader.next() { result.append(scalar) }
    return result
  }

  /// The scalar of an entity. Anything else that begins with `&` is text.
  private mutating func takeEntity() -> Unicode.Scalar? {
    var name = ""
    var cursor = index + 1
    while cursor < scalars.endIndex, cursor - index <= 10, scalars[cursor] != ";" {
      guard scalars[cursor] == "#" || Self.lowercase(scalars[cursor]) != nil else { return nil }
      name.unicodeScalars.append(scalars[cursor])
      cursor += 1
    }
    guard cursor < scalars.endIndex, scalars[cursor] == ";", let scalar = Self.scalar(named: name) else { return nil }
    index = cursor + 1
    return scalar
  }

  private static func scalar(named name: String) -> Unicode.Scalar? {
    guard name.utf8.first == UInt8(ascii: "#") else { return entities[name] }
    let digits = name.dropFirst()
    let isHexadecimal = digits.utf8.first.map { $0 | 0x20 == UInt8(ascii: "x") } ?? false
    guard let value = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits) else { return nil }
    // A forbidden number is nothing, rather than a series of digits that is spoken.
    return Unicode.Scalar(value) ?? "\u{200B}"
  }
}
