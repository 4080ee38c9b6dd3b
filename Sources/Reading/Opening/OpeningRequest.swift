package import Playback
package import Speech
package import Vocabulary

/// A text that is to come into the queue, and what was asked for with it.
package struct OpeningRequest {
  /// The open text.
  package let source: TextSource
  /// The format that it is read as.
  package var format = DocumentFormat.auto
  /// True if its chapters become tracks.
  package var isDivided = false
  /// The language of the text where it declares none (BCP 47); empty if that is unknown.
  package var language = ""
  /// The name of its file, which helps to detect the format; empty if there is none.
  package var fileName = ""
  /// A title for a text without one.
  package var name: String?
  /// Where it came from, as a URI.
  package var url: String?
  /// The words about it that came with the request.
  package var words = GivenWords()
  /// The voice of the text, and those of its parts in other languages.
  package let voices: VoiceChoice
  /// The silences of each track.
  package var gaps = Timeline.Gaps()
  /// The factor on its samples, 0…1.
  package var volume = 1.0
  /// Where it is to begin, whatever is kept of it.
  package var start: DocumentStart?
  /// The place in the queue.
  package let placement: Placement
  /// False if it waits for Play.
  package var isPlaying = true
  /// True if it is said, and not read.
  package var isSaid = false
  /// True if a document that is in the queue already goes on there, instead of coming once more.
  package var isReplacing = false
  /// The track of the request before this one in a list; it is heard after that.
  package var after: TrackID?

  /// The value from its parts.
  package init(
    source: TextSource, format: DocumentFormat = DocumentFormat.auto, isDivided: Bool = false, language: String = "",
    fileName: String = "", name: String? = nil, url: String? = nil, words: GivenWords = GivenWords(),
    voices: VoiceChoice, gaps: Timeline.Gaps = Timeline.Gaps(), volume: Double = 1.0, start: DocumentStart? = nil,
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
