/// The names of the text that belongs to a recording and lies beside it.
public enum TextBeside {
  /// The endings of texts, in the order in which they are looked for. All but the last one tell times.
  public static let endings = ["srt", "vtt", "lrc", "txt"]

  /// The paths of texts beside `talk.mp3`, in the order in which they are looked for: `talk.srt`, `talk.mp3.srt`,
  /// `talk.en.srt`.
  ///
  /// - Parameters:
  ///   - recording: the absolute path of the recording; every other text yields nothing.
  ///   - language: the recording's language (BCP 47); empty if it is unknown.
  public static func paths(beside recording: String, language: String) -> [String] {
    guard let slash = recording.lastIndex(of: "/") else { return [] }
    let name = recording[recording.index(after: slash)...]
    let dot = name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : $0 }
    let stem = recording[..<(dot ?? recording.endIndex)]
    var stems = [String(stem)]
    if dot != nil { stems.append(recording) }
    let tag = language.lowercased()
    let primary = String(tag.prefix { $0 != "-" })
    for tag in [tag, primary] where !tag.isEmpty && tag.allSatisfy({ $0.isASCII && ($0.isLetter || $0 == "-") }) {
      stems.append("\(stem).\(tag)")
    }
    var known: Set<String> = [recording]
    return endings.flatMap { ending in stems.map { "\($0).\(ending)" } }.filter { known.insert($0).inserted }
  }
}
