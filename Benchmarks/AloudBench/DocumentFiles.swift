import DocumentSupport
import Foundation

/// Creates the documents for the measurements. Each contains a number, so that it is new to the service.
struct DocumentFiles {
  let folder: String

  /// A text of about `bytes` bytes.
  func text(bytes: Int, number: Int) throws -> String {
    let path = "\(folder)/text-\(bytes).txt"
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    guard let file = FileHandle(forWritingAtPath: path) else { throw BenchError("\(path) cannot be written") }
    defer { try? file.close() }
    let piece = Data(Texts.text(Texts.sentences(words: min(bytes, 1_000_000) / 6)).utf8)
    try file.write(contentsOf: Data("\(Texts.short)\n\nNumber \(number).\n\n".utf8))
    var rest = bytes
    while rest > 0 {
      try file.write(contentsOf: piece.prefix(rest))
      rest -= piece.count
    }
    return path
  }

  /// A book with chapters, a table of contents and a cover.
  ///
  /// - Parameter cover: the size of the picture in bytes.
  func book(chapters: Int, words: Int, cover: Int, number: Int) throws -> String {
    let sentences = Texts.sentences(words: words)
    let length = (sentences.count + chapters - 1) / chapters
    var parts: [Book.Part] = []
    var contents = ""
    for chapter in 0..<chapters {
      let own = sentences.dropFirst(chapter * length).prefix(length)
      let paragraphs = stride(from: 0, to: own.count, by: 10).map { start in
        "<p>\(own.dropFirst(start).prefix(10).joined(separator: " "))</p>"
      }
      // The first one begins with a sentence that sounds at once. The lengths measured in another book do not apply to
      // this one.
      let heading = chapter == 0 ? Texts.short : "We were in room \(chapter + 1)."
      let body = ["<h1>\(heading)</h1>", "<p>Number \(number).</p>"] + paragraphs
      parts.append(.init("c\(chapter).xhtml", body: body.joined(separator: "\n")))
      contents += "<li><a href='c\(chapter).xhtml'>Room \(chapter + 1)</a></li>"
    }
    var book = Book(parts)
    book.contents = "<ol>\(contents)</ol>"
    book.manifest = "<item id='cover' href='cover.png' properties='cover-image' media-type='image/png'/>"
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let picture = signature + (0..<max(0, cover - signature.count)).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    book.extra = [.init("OEBPS/cover.png", picture)]
    let path = "\(folder)/book-\(words).epub"
    try Data(book.bytes).write(to: URL(fileURLWithPath: path))
    return path
  }
}
