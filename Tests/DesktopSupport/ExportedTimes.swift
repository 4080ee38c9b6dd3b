/// The JSON of `aloud export --json`: the times of the text, in seconds.
public struct ExportedTimes: Decodable, Sendable {
  public struct Chapter: Decodable, Sendable {
    public var title: String
    public var start: Double
  }
  public struct Word: Decodable, Sendable {
    public var start: Double
    public var text: String
  }
  public struct Sentence: Decodable, Sendable {
    public var start: Double
    public var end: Double
    public var chapter: Int
    public var text: String
    public var words: [Word]
  }
  public var title: String
  public var length: Double
  public var chapters: [Chapter]
  public var sentences: [Sentence]
}
