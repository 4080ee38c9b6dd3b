import CommandOutput
import Study
import Vocabulary

/// The phrases of a file for people or as JSON.
struct PhraseListing {
  var phrases: [Phrase]
  /// The text of each phrase; empty for a recording.
  var texts: [String] = []

  /// - Parameters:
  ///   - file: the name of the file; `nil` for what is studied.
  ///   - isAlone: false if other files are listed, too.
  func show(of file: String?, isAlone: Bool, json: Bool, _ console: Console) {
    if json {
      let entries = phrases.enumerated().map { index, phrase in
        JSON.object(
          [
            ("start", Self.seconds(phrase.start)), ("end", Self.seconds(phrase.end)),
            ("voiceStart", Self.seconds(phrase.voiceStart)), ("voiceEnd", Self.seconds(phrase.voiceEnd)),
          ] + (texts.isEmpty ? [] : [("text", .string(texts[index]))]))
      }
      return console.print(JSON.answer([("file", .string(file)), ("phrases", .array(entries))]).text)
    }
    if let file, !isAlone { console.printPainted(console.bold(file)) }
    let width = String(phrases.count).count
    let times = phrases.map { (Self.clock($0.voiceStart), Self.clock($0.voiceEnd), Self.length($0.voiced)) }
    let widths = times.reduce((0, 0, 0)) { (max($0.0, $1.0.count), max($0.1, $1.1.count), max($0.2, $1.2.count)) }
    for (index, time) in times.enumerated() {
      let line =
        [
          TextWidth.aligned(String(index + 1), to: width), TextWidth.aligned(time.0, to: widths.0),
          TextWidth.aligned(time.1, to: widths.1), TextWidth.aligned(time.2, to: widths.2),
        ] + (texts.isEmpty ? [] : [texts[index]])
      console.print(
        TextWidth.truncated(line.joined(separator: "  "), to: console.width, ellipsis: console.symbols.ellipsis))
    }
  }

  private static func seconds(_ time: Microseconds) -> JSON { .double(Double(time) / 1_000_000) }

  /// `1:02.35`: phrases are told by hundredths.
  static func clock(_ time: Microseconds) -> String {
    let hundredths = time.count / 10_000 % 100
    return "\(TimeText.clock(time)).\(hundredths < 10 ? "0" : "")\(hundredths)"
  }

  private static func length(_ time: Microseconds) -> String {
    let tenths = (time.count + 50_000) / 100_000
    return "\(tenths / 10).\(tenths % 10) s"
  }
}
