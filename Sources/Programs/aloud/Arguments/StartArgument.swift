/// The place at which a document should begin: `3` for the third chapter, or `3:2` for its second paragraph.
struct StartArgument: Equatable {
  let chapter: Int
  let paragraph: Int?

  init?(_ argument: String) {
    let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.allSatisfy({ $0.isASCII && $0.isNumber }) ? Int(part) : nil
    }
    guard (1...2).contains(parts.count), numbers.count == parts.count,
      numbers.allSatisfy({ (1...1_000_000).contains($0) })
    else { return nil }
    chapter = numbers[0]
    paragraph = numbers.count > 1 ? numbers[1] : nil
  }
}
