import DocumentReading
import DocumentSupport
import Documents
import Testing
import Vocabulary

/// The parts of a document as short texts.
func outline(_ parts: [DocumentPart]) -> [String] {
  parts.compactMap { part in
    switch part {
    case .description, .cover: nil
    case .chapter(let chapter): "# \(chapter.level) \(chapter.number) \(chapter.title)"
    case .failed(let error): "! \(error.code)"
    case .block(let block): "\(block.kind): \(String(decoding: block.text, as: UTF8.self))"
    }
  }
}

/// The cells of each block of a table, each with its column.
func cells(_ parts: [DocumentPart]) -> [String] {
  parts.compactMap { part in
    guard case .block(let block) = part, block.kind == .table else { return nil }
    return block.cells.map { "\($0.column) \(String(decoding: block.text[$0.utf8], as: UTF8.self))" }
      .joined(separator: "|")
  }
}

func description(_ parts: [DocumentPart]) -> DocumentDescription? {
  guard case .description(let description) = parts.first else { return nil }
  return description
}

func read(epub bytes: [UInt8]) throws(Trouble) -> [DocumentPart] { try read(archive: bytes) }

func read(archive bytes: [UInt8]) throws(Trouble) -> [DocumentPart] {
  var parts: [DocumentPart] = []
  try ArchiveReader.read(.memory(bytes), decode: { bytes, _ in bytes }) { parts.append($0) }
  return parts
}

/// The error with which reading ends; `nil` for none.
func code(_ bytes: [UInt8]) -> TroubleCode? {
  do throws(Trouble) {
    _ = try read(epub: bytes)
    return nil
  } catch {
    return error.code
  }
}

func read(html text: String) throws -> [DocumentPart] {
  var parts: [DocumentPart] = []
  try PageReader.read(html: Array(text.utf8)) { parts.append($0) }
  return parts
}
