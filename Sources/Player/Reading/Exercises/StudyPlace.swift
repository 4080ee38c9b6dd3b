package import Vocabulary

/// The place in an exercise that is heard now.
package struct StudyPlace: Equatable {
  /// The index of the phrase.
  package var phrase: Int
  /// The hearings of it before this one.
  package var turn: Int
  /// True in the gap behind the phrase.
  package var isInGap: Bool
  /// True if the translation of the phrase is heard.
  package var isTranslation = false
  /// The time until the sound or the gap ends, at the rate 1; `nil` while it is not known.
  package var remaining: Microseconds?
  /// The place in what is studied.
  package var original: Microseconds
}

/// A phrase that begins to be heard.
package struct HeardPhrase: Equatable {
  /// The hearings of it before this one.
  package var repetition: Int
  /// True if its translation is heard, in a turn of its own.
  package var isTranslation: Bool
  /// How often it is heard.
  package var repetitions: Int
  /// The speed of its sound.
  package var speed: Double
  /// The time of its sound at the rate 1; `nil` while it is not known.
  package var length: Microseconds?
  /// The time of the gap behind it, at the rate 1; `nil` while it is not known.
  package var gap: Microseconds?
}
