import AloudAPI
import Documents
import EventLoop
import MPRIS
import Playback
import Reading
import Speech
import Vocabulary
import VoiceSelection

// The request for a text, from a client's options and the configuration.
extension OpeningRequest {
  /// - Throws: `NoVoice`.
  init(
    _ source: TextSource, _ options: SpeakOptions, defaults: SpeechDefaults, placement: Placement
  ) throws(APIError) {
    self.init(source: source, voices: try defaults.choice(for: options), placement: placement)
    format = source.format(options)
    isDivided = source.isDivided(options)
    language = options.allIn ?? options.language ?? defaults.catalogue.voice(voices.standard.voice)?.language ?? ""
    url = options.url ?? source.uri
    let ofURL = url.flatMap { try? FileURI.path(of: $0) }?.fileName
    fileName = source.name ?? ofURL ?? source.fileName ?? ""
    name = isDivided ? source.name ?? ofURL ?? source.fileName : source.name
    words = GivenWords(
      title: options.title, artists: options.artists, album: options.album, artURL: options.artURL,
      language: options.allIn ?? options.language)
    gaps = defaults.gaps(for: options)
    volume = Amplitude(options.volume ?? 1)
    start = DocumentStart(options)
    if let text = options.pairedText {
      pairedText = (try? FileURI.path(of: text)).map { .file($0) } ?? .none
    }
    isOnClock = options.onClock
    isPlaying = !options.paused
    moreFollows = options.moreFollows
    after = options.after.flatMap { TrackID($0) }
  }
}

extension DocumentStart {
  /// `nil` if the options do not choose a beginning.
  fileprivate init?(_ options: SpeakOptions) {
    guard options.again || options.fromChapter != nil || options.fromParagraph != nil else { return nil }
    self.init(chapter: options.fromChapter ?? 1, paragraph: options.fromParagraph ?? 1)
  }
}

extension TextSource {
  /// The format in which it is read.
  fileprivate func format(_ options: SpeakOptions) -> DocumentFormat {
    options.format ?? (isString || isLive ? .text : .auto)
  }

  /// True if its chapters become tracks: if the listener opens a file, or if the request names a format.
  func isDivided(_ options: SpeakOptions) -> Bool {
    options.chapters ?? (uri != nil || (options.format ?? .text) != .text)
  }
}
