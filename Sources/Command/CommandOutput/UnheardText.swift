import Vocabulary

/// The reasons why the sound is inaudible, in words.
package enum UnheardText {
  /// One clause for people; `nil` for the empty word.
  package static func explanation(_ word: String) -> String? {
    switch Unheard(rawValue: word) {
    case .volume: "unheard: the volume is 0"
    case .muted: "unheard: aloud is muted in the mixer"
    case .sinkVolume: "unheard: the volume of the output is 0"
    case .sinkMuted: "unheard: the output is muted"
    case nil: word.isEmpty ? nil : "unheard: \(word)"
    }
  }
}
