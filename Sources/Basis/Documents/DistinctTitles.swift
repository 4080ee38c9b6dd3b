/// Titles in a list of documents, told apart.
public enum DistinctTitles {
  /// A document of the list.
  public struct Item {
    /// The title, as it is shown.
    var title: String
    /// The authors.
    var authors: [String]
    /// The path of its file; `nil` for standard input.
    var path: String?

    /// - Parameter path: `nil` for standard input.
    public init(title: String, authors: [String], path: String?) {
      (self.title, self.authors, self.path) = (title, authors, path)
    }
  }

  /// The name of what came through a pipe.
  public static let standardInput = "standard input"

  /// Returns a title for each document: its own, and behind it the name of its file if others have the same title and
  /// the same authors, as in `A small book (garden.opus)`. As much of the path is added as tells them apart: `Notes
  /// (winter/notes.md)`. A title that is the name of the file has its folder behind it: `notes.txt (winter/)`. Several
  /// documents of one path stay equal.
  public static func of(_ documents: [Item]) -> [String] {
    var titles = documents.map(\.title)
    for group in Dictionary(grouping: documents.indices, by: { [documents[$0].title] + documents[$0].authors }).values
    where group.count > 1 {
      for (index, end) in zip(group, ends(of: group.map { documents[$0] })) where !end.isEmpty {
        titles[index] += " (\(end))"
      }
    }
    return titles
  }

  /// The ends of paths that tell documents of one title apart.
  private static func ends(of documents: [Item]) -> [String] {
    let paths = documents.map { document in
      document.path?.split(separator: "/").map { Line.clean(String($0), limit: 255) }
    }
    // Such a title names the file already.
    let areNamed = zip(documents, paths).allSatisfy { $1?.last == $0.title }
    func end(of path: [String]?, _ parts: Int) -> String {
      guard let path else { return standardInput }
      let shown = areNamed ? path.dropLast() : path[...]
      return shown.suffix(parts).joined(separator: "/") + (areNamed ? "/" : "")
    }
    let distinct = Set(documents.map(\.path)).count
    let longest = max(1, paths.map { $0?.count ?? 0 }.max() ?? 1)
    for parts in 1..<longest {
      let ends = paths.map { end(of: $0, parts) }
      if Set(ends).count == distinct { return ends }
    }
    return paths.map { end(of: $0, longest) }
  }
}
