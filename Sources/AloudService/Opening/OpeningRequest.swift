import Playback
import Speech
import Vocabulary

/// A text that is to come into the queue, and what was asked for with it.
struct OpeningRequest {
  let source: TextSource
  /// The format that it is read as.
  var format = DocumentFormat.auto
  /// True if its chapters become tracks.
  var isDivided = false
  /// The language of the text where it declares none (BCP 47); empty if that is unknown.
  var language = ""
  /// The name of its file, which helps to detect the format; empty if there is none.
  var fileName = ""
  /// A title for a text without one.
  var name: String?
  /// Where it came from, as a URI.
  var url: String?
  /// The words about it that came with the request.
  var words = GivenWords()
  let voices: VoiceChoice
  var gaps = Timeline.Gaps()
  /// The factor on its samples, 0…1.
  var volume = 1.0
  /// Where it is to begin, whatever is kept of it.
  var start: DocumentStart?
  let placement: Placement
  /// False if it waits for Play.
  var isPlaying = true
  /// True if it is said, and not read.
  var isSaid = false
  /// True if a document that is in the queue already goes on there, instead of coming once more.
  var isReplacing = false
  /// The track of the request before this one in a list; it is heard after that.
  var after: TrackID?
}
