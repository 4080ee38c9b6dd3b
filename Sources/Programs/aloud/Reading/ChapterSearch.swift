import CommandOutput
import DirectReading
import Documents
import EventLoop
import Vocabulary
import Workers

/// Finds the chapter of a document that has not been opened yet by words of its title, for `read --from`.
@Core
enum ChapterSearch {
  /// Returns the chapter's number, from 1 on.
  ///
  /// - Throws: ``Failure`` if the document cannot be read, and if no title or several fit.
  static func number(of title: String, in document: Document) async throws(Failure) -> Int {
    guard case .descriptor(let descriptor) = document.source else { throw none(title, in: document.name) }
    let titles: [String]
    do throws(Trouble) {
      titles = try await ContentsReading(descriptor).chapters(
        format: document.format ?? .auto, name: FileName.last(of: document.name))
    } catch {
      throw Failure(error, task: "read '\(document.name)'")
    }
    return try search(titles, in: document.name).find(title) + 1
  }

  /// The chapters of a document as a list in which one is looked for.
  nonisolated static func search(_ titles: [String], in document: String) -> TitleSearch {
    TitleSearch(
      kind: "chapter", list: "it", task: { "read '\(document)' from '\($0)'" },
      absence: "no chapter has that in its title", cure: "aloud read \(shellQuoted(document)), then aloud chapters",
      choice: { "--from \($0.map(String.init) ?? "NUMBER")" },
      entries: titles.enumerated().map { TitleSearch.Entry(number: Int64($0 + 1), title: $1) })
  }

  /// The error for a text without chapters.
  nonisolated static func none(_ title: String, in document: String) -> Failure {
    Failure(.usage, "cannot read '\(document)' from '\(title)': it has no chapters", cure: "leave out --from")
  }
}
