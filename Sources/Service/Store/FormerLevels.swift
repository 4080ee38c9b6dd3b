import EventLoop
import Glibc
public import Vocabulary

/// The levels that an earlier version kept in a file of their own: `levels`, with one `name value` per line. They are
/// read once, and then the file is removed.
public struct FormerLevels: Equatable, Sendable {
  /// 0…1.
  public var volume: CubicLevel?
  /// 0.25…6.
  public var rate: Double?

  init(text: String) {
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 2, let value = Double(words[1]), value.isFinite else { continue }
      switch words[0] {
      case "volume" where (0...1).contains(value): volume = CubicLevel(value)
      case "rate" where (0.25...6).contains(value): rate = value
      default: break
      }
    }
  }
}

extension StateFolder {
  /// The contents of the former file; empty if there is none.
  public func formerLevels() -> FormerLevels {
    guard let file = try? openFile("levels", O_RDONLY) else { return FormerLevels(text: "") }
    return FormerLevels(text: String(decoding: file.readAll(limit: 1024), as: UTF8.self))
  }

  /// Removes the former file.
  public func removeFormerLevels() {
    remove("levels")
    remove("levels.new")
  }
}
