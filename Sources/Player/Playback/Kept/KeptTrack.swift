public import Documents
public import Speech
public import Study
public import Vocabulary

/// The source from which a track's text can be read again.
public enum KeptText: Equatable, Sendable {
  /// In the store: the number of bytes so far, and true if that is all of it.
  case stored(bytes: Int, isComplete: Bool)
  /// In a file of the listener's. The fingerprint is that of the text read from it, once it is complete.
  case file(path: String, FileIdentity, fingerprint: UInt64?)
}

/// The part of a document that a track is.
public struct KeptChapter: Equatable, Sendable {
  /// The document's first track, the same for all its chapters.
  public var document: TrackID
  /// The index in reading order, from 0 on.
  public var index: Int
  /// The number of the document's chapters, once all are known and in the queue.
  public var count: Int?

  /// A chapter of so many.
  public init(of document: TrackID, index: Int, count: Int? = nil) {
    self.document = document
    self.index = index
    self.count = count
  }
}

/// A place in a track: media time, and the word that is heard there.
public struct KeptPlace: Equatable, Sendable {
  /// The media time that the listener was shown.
  public var microseconds: Microseconds
  /// The Unicode scalar of the text at which the word begins; `nil` if only the time is meant.
  public var scalar: Int?

  /// The beginning of a track is (0, `nil`).
  public init(microseconds: Microseconds = 0, scalar: Int? = nil) {
    self.microseconds = microseconds
    self.scalar = scalar
  }
}

/// One entry of the queue, with everything needed to continue it.
public struct KeptTrack: Equatable, Sendable {
  /// The player's data. A length that is still an estimate may change without being written.
  public var entry: QueueEntry
  /// The voice.
  public var voice: VoiceConfiguration
  /// The factor on the samples, 0…1.
  public var gain: Double
  /// The silences of the timeline.
  public var gaps: Silences
  /// The samples a second of the voice, or of the voice that would read the text of a recording.
  public var sampleRate: SampleRate
  /// The source of its text.
  public var text: KeptText
  /// The format of that source: a word of the interface's option `format`.
  public var format: String
  /// The languages that choose voices; ``voice`` reads the text that is in none of them.
  public var languages: LanguageMode
  /// The chapter; `nil` for a text that is not divided.
  public var chapter: KeptChapter?
  /// The text beside a recording.
  public var pairedText: PairedText
  /// True if it is read on the clock of its own times, as subtitles have them.
  public var isOnClock: Bool
  /// The parts of an utterance of texts and clips; empty for any other track.
  public var parts: [KeptPart]
  /// The way in which it is studied; `nil` if it is heard as it is.
  public var study: StudyPlan?
  /// The order of its phrases; `nil` for that of the recording.
  public var phraseOrder: PhraseOrder?
  /// True if it was heard and stays only for Previous.
  public var isHeard: Bool
  /// The place at which it continues.
  public var place: KeptPlace
  /// The wish that takes effect when it has ended; see ``Playback/Player``.
  public var wishAfter: Remembered.Wish?

  /// A track from all that is known of it.
  public init(
    entry: QueueEntry, voice: VoiceConfiguration, gain: Double, gaps: Silences, sampleRate: SampleRate = .usual,
    text: KeptText,
    format: String = "text", languages: LanguageMode = .one, chapter: KeptChapter? = nil,
    pairedText: PairedText = .beside, isOnClock: Bool = false, parts: [KeptPart] = [],
    study: StudyPlan? = nil, phraseOrder: PhraseOrder? = nil, isHeard: Bool = false,
    place: KeptPlace = KeptPlace(), wishAfter: Remembered.Wish? = nil
  ) {
    self.entry = entry
    self.voice = voice
    self.gain = gain
    self.gaps = gaps
    self.sampleRate = sampleRate
    self.text = text
    self.format = format
    self.languages = languages
    self.chapter = chapter
    self.pairedText = pairedText
    self.isOnClock = isOnClock
    self.parts = parts
    self.study = study
    self.phraseOrder = phraseOrder
    self.isHeard = isHeard
    self.place = place
    self.wishAfter = wishAfter
  }
}
