import Documents
import EventLoop
package import Playback
package import Speech
package import Study
package import Vocabulary

/// A request to add a text to the queue, with its options.
package struct OpeningRequest {
  /// The open text.
  package let source: TextSource
  /// The parts of an utterance of texts and clips, whose text ``source`` has; `nil` for any other text.
  package var parts: UtteranceParts?
  /// The format in which it is read.
  package var format = DocumentFormat.auto
  /// True if its chapters become tracks.
  package var isDivided = false
  /// The language of a text that declares none (BCP 47); empty if it is unknown.
  package var language = ""
  /// The name of its file, which helps to detect the format; empty if there is none.
  package var fileName = ""
  /// A title for a text without one.
  package var name: String?
  /// The URI of its origin.
  package var url: String?
  /// The metadata that came with the request.
  package var words = GivenWords()
  /// The voice of the text, and those of its parts in other languages.
  package let voices: VoiceChoice
  /// The silences of each track.
  package var gaps = Silences()
  /// The factor on its samples, 0…1.
  package var volume: Amplitude = 1
  /// The beginning, in place of the stored one.
  package var start: DocumentStart?
  /// The text beside it, if it is a recording.
  package var pairedText = PairedText.beside
  /// True if subtitles are read on the clock of their own times.
  package var isOnClock = false
  /// The way in which it is studied; `nil` if it is heard as it is.
  package var study: StudyPlan?
  /// The place in the queue.
  package let placement: Placement
  /// False if it waits for Play.
  package var isPlaying = true
  /// The number of orders of silence when it came (``SilenceOrders/count``); `nil`: those until it is opened.
  package var silences: UInt64?
  /// True for a said text; false for a read document.
  package var isSaid = false
  /// True if a document that is already in the queue continues there instead of being added again.
  package var isReplacing = false
  /// True if a later request brings the text that follows this one.
  package var moreFollows = false
  /// The track of the previous request in a list; this text is heard after it.
  package var after: TrackID?

  /// The value from its parts.
  package init(
    source: TextSource, format: DocumentFormat = DocumentFormat.auto, isDivided: Bool = false, language: String = "",
    fileName: String = "", name: String? = nil, url: String? = nil, words: GivenWords = GivenWords(),
    voices: VoiceChoice, gaps: Silences = Silences(), volume: Amplitude = 1, start: DocumentStart? = nil,
    placement: Placement, isPlaying: Bool = true, isSaid: Bool = false, isReplacing: Bool = false, after: TrackID? = nil
  ) {
    self.source = source
    self.format = format
    self.isDivided = isDivided
    self.language = language
    self.fileName = fileName
    self.name = name
    self.url = url
    self.words = words
    self.voices = voices
    self.gaps = gaps
    self.volume = volume
    self.start = start
    self.placement = placement
    self.isPlaying = isPlaying
    self.isSaid = isSaid
    self.isReplacing = isReplacing
    self.after = after
  }
}

extension OpeningRequest {
  /// A track for a chapter of it, or for all of it.
  @Core
  func track(of chapter: Chapter, in document: OpenDocument?, as id: TrackID) -> Track {
    var origin = source.isKept ? source.origin : nil
    // A document without a file is stored as the text of its chapters.
    let isStoredByChapter = if case .whole = source.origin { document != nil } else { false }
    if isStoredByChapter { origin = .live }
    let track = Track(
      id: id, voice: document?.voice(of: chapter) ?? voices.standard, gain: volume,
      gaps: chapter.index == 0 ? gaps : gaps.withoutLeadingDelay, sampleRate: voices.sampleRate,
      options: options(of: origin), parts: parts)
    track.isSaid = isSaid
    track.awaitsMore = moreFollows
    track.spokenText?.isLive = source.isLive && document == nil
    track.origin = origin
    if source.origin?.path == nil, !isStoredByChapter { track.source = source }
    return track
  }

  /// - Parameter origin: the place from which the track's text can be read again.
  private func options(of origin: TextOrigin?) -> OpeningOptions {
    var options = OpeningOptions()
    // A live text is stored as it was read.
    options.format = origin == .live ? DocumentFormat.text.rawValue : format.rawValue
    options.languages = voices.languages
    options.pairedText = pairedText
    options.isOnClock = isOnClock
    options.study = study
    return options
  }
}

extension OpeningTerms {
  /// Those of a request.
  ///
  /// - Parameter silences: the number of orders of silence before it.
  init(_ request: OpeningRequest, silences: UInt64) {
    placement = request.placement
    isPlaying = request.isPlaying
    self.silences = silences
    isReplacing = request.isReplacing
    after = request.after
    fileIdentity = request.source.file.identity
  }
}
