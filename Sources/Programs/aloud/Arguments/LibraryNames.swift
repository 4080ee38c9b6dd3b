import AloudAPI
import AloudClient
import BusValues
import CommandOutput
import Documents
import EventLoop
import Glibc

/// The documents of the library by their names.
enum LibraryNames {
  /// The title of each document, with its file if others have the same title, and its authors.
  static func of(_ documents: [LibraryEntry]) -> [String] {
    zip(titles(of: documents), documents).map { ([$0] + $1.artists).joined(separator: " - ") }
  }

  private static func titles(of documents: [LibraryEntry]) -> [String] {
    DistinctTitles.of(
      documents.map { DistinctTitles.Item(title: $0.title, authors: $0.artists, path: path(of: $0)) })
  }

  /// The path of a document's file; `nil` if it has none.
  static func path(of document: LibraryEntry) -> String? {
    document.uri.isEmpty ? nil : try? FileURI.path(of: document.uri)
  }

  /// The library as a list in which a document is looked for, numbered as `aloud library` shows it.
  static func search(_ documents: [LibraryEntry]) -> TitleSearch {
    TitleSearch(
      kind: "document", list: "the library", task: { "find '\($0)' in the library" },
      absence: "no title has that in it", cure: "aloud library",
      choice: { "aloud library read \($0.map(String.init) ?? "NUMBER")" },
      entries: zip(documents, titles(of: documents)).enumerated().map { index, item in
        let (document, title) = item
        return TitleSearch.Entry(
          number: Int64(index + 1), title: title,
          names: [document.title, path(of: document).map { FileName.last(of: $0) }].compactMap(\.self),
          about: document.artists)
      })
  }

  // MARK: Names instead of files

  /// The library, also if the service does not run, which is not started for this.
  @Core
  static func known() async -> [LibraryEntry] {
    let listed = try? await Service().client.documents()
    return listed ?? KeptState.load()?.library ?? []
  }

  /// True if one of them may be the name of a document of the library: no path, no URI and no file.
  static func mayBeNames(_ arguments: [String]) -> Bool { arguments.contains(where: isName) }

  /// Replaces arguments that are no files by the files of the library's documents with these names, and says so.
  /// Several arguments that are no files may be the words of one title. Arguments that no document fits stay as they
  /// are.
  ///
  /// - Throws: ``Failure`` if several documents fit equally well.
  static func resolved(
    _ arguments: [String], in documents: [LibraryEntry], tell: (String) -> Void
  ) throws(Failure) -> [String] {
    guard !documents.isEmpty else { return arguments }
    let search = search(documents)
    let areNames = arguments.map(isName)
    if arguments.count > 1, !areNames.contains(false),
      let file = try file(arguments.joined(separator: " "), search, documents, tell)
    {
      return [file]
    }
    var files: [String] = []
    for (argument, isName) in zip(arguments, areNames) {
      files.append(isName ? try file(argument, search, documents, tell) ?? argument : argument)
    }
    return files
  }

  private static func file(
    _ name: String, _ search: TitleSearch, _ documents: [LibraryEntry], _ tell: (String) -> Void
  ) throws(Failure) -> String? {
    // A part of a word is too little to begin reading something else than what was typed.
    switch search.match(name, weakest: .wordsAbout) {
    case .none: return nil
    case .several(let found):
      throw Failure(
        .usage,
        "cannot read '\(name)': there is no such file, and in the library it is one of \(search.candidates(found))",
        cure: search.choice(search.entries[found[0]].number))
    case .one(let index):
      guard let path = path(of: documents[index]) else { return nil }
      tell("reads \"\(search.entries[index].title)\" from the library")
      return path
    }
  }

  /// True for an argument that is no path, no URI and no file.
  private static func isName(_ argument: String) -> Bool {
    guard argument != "-", !argument.contains("/"), !argument.contains("\0"), !argument.isEmpty else { return false }
    guard let path = try? FileArgument.path(argument), path == argument else { return false }
    var status = stat()
    return lstat(FileName.cString(path), &status) != 0 && errno == ENOENT
  }
}
