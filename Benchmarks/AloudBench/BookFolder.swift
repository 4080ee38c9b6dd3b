import Documents
import EventLoop
import Foundation
import Speech
import Vocabulary
import Workers

/// Reads every book of a folder like the service does, each in a worker, and prints the findings, with a line of JSON
/// for each book. `peers/check-books.py` compares them with the books' own data.
@Core
enum BookFolder {
  fileprivate struct Finding: Encodable {
    struct Chapter: Encodable {
      var title, number, language, anchor: String
      var level: Int
      /// The start, in bytes of the text.
      var start: Int
    }

    /// The path, relative to the folder.
    var file: String
    /// The reason if it could not be read completely: the code of a `WorkerError`, and its detail.
    var error: String?
    var detail: String?
    var title = ""
    var language = ""
    var authors: [String] = []
    var hasCover = false
    var chapters: [Chapter] = []
    /// The incomplete chapters.
    var failures: [String] = []
    var pages = 0
    var sentences = 0
    var text = ""
    var milliseconds = 0.0
  }

  /// - Throws: if there is nothing to read. A book that cannot be read is a finding.
  static func read(_ folder: String) async throws {
    let files = (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? [])
      .filter { $0.lowercased().hasSuffix(".epub") }.sorted()
    guard !files.isEmpty else { throw BenchError("\(folder): no .epub") }
    let reader = DocumentReader(try WorkerExecutable.read.program())
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    for file in files {
      let finding = try await read(file, of: folder, reader)
      print(String(decoding: try encoder.encode(finding), as: UTF8.self))
    }
    reader.release()
  }

  private static func read(_ file: String, of folder: String, _ reader: DocumentReader) async throws -> Finding {
    guard let handle = FileHandle(forReadingAtPath: "\(folder)/\(file)") else {
      throw BenchError("\(file) cannot be opened")
    }
    defer { try? handle.close() }
    let start = Core.loop.now
    var finding = Finding(file: file)
    var text: [UInt8] = []
    await withCheckedContinuation { continuation in
      _ = reader.read(handle.fileDescriptor, format: .auto, name: file) { event in
        switch event {
        case .text(let bytes): text += bytes
        case .done, .recording: continuation.resume()
        case .failed(let error):
          (finding.error, finding.detail) = ("\(error.code)", error.detail)
          continuation.resume()
        default: finding.take(event)
        }
      }
    }
    finding.text = String(decoding: text, as: UTF8.self)
    finding.milliseconds = Core.loop.now.milliseconds(since: start)
    return finding
  }
}

extension BookFolder.Finding {
  fileprivate mutating func take(_ event: DocumentEvent) {
    switch event {
    case .description(let description):
      (title, language, authors) = (description.title, description.language, description.authors)
    case .cover: hasCover = true
    case .chapter(let chapter):
      chapters.append(
        Chapter(
          title: chapter.title, number: chapter.number, language: chapter.language, anchor: chapter.anchor,
          level: chapter.level, start: chapter.start.utf8))
    case .chapterFailed(let index, let error): failures.append("\(index): \(error.code), \(error.detail)")
    case .page: pages += 1
    case .sentences(let new, _): sentences += new.count
    case .text, .times, .done, .recording, .failed: break
    }
  }
}
