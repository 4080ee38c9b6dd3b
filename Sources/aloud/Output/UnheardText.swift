/// The reasons why the sound is inaudible, in words.
enum UnheardText {
  /// One clause for people; `nil` for the empty word.
  static func explanation(_ word: String) -> String? {
    switch word {
    case "": nil
    case "volume": "unheard: the volume is 0"
    case "muted": "unheard: aloud is muted in the mixer"
    case "sink-volume": "unheard: the volume of the output is 0"
    case "sink-muted": "unheard: the output is muted"
    default: "unheard: \(word)"
    }
  }
}
