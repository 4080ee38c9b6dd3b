/// The origin of a recording's phrases.
public enum PhraseSource: String, CaseIterable, Sendable {
  /// The silences of the recording.
  case silence
  /// The sentences of the text beside it, which has times.
  case text
}
