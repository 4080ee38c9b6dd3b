/// The class of a block of a document. It decides whether and how the block is spoken.
///
/// Workers send the number, and tables store it; clients get ``word``.
public enum BlockClass: UInt8, CaseIterable, Sendable {
  case paragraph = 0
  case heading = 1
  case listItem = 2
  case quote = 3
  /// A row of a table.
  case table = 4
  case code = 5
  case footnote = 6
  /// The number of a printed page, on its own in the text.
  case pageNumber = 7
  /// The alternative text of a figure.
  case figure = 8

  /// The class in the answer to `ListSentences`.
  public var word: String {
    switch self {
    case .paragraph: "paragraph"
    case .heading: "heading"
    case .listItem: "list-item"
    case .quote: "quote"
    case .table: "table"
    case .code: "code"
    case .footnote: "footnote"
    case .pageNumber: "page-number"
    case .figure: "figure"
    }
  }
}
