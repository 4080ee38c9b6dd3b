import AloudAPI
import CommandOutput
import Documents
import Recordings
import SoundWire

/// The tags of a recording for another file: the options of the export take precedence.
struct RecordingLabels {
  let tags: [SoundTag]
  /// The title of the recording for its text; empty if it has none.
  let title: String
  /// The artists for its text.
  let artists: [String]

  /// - Parameter chapter: the chapter that has a file of its own, with its index and the number of chapters; `nil` for
  ///   a file with the whole recording.
  init(
    _ recording: RecordingDescription, options: SpeakOptions, format: SoundFormat,
    chapter: (title: String, index: Int, count: Int)? = nil
  ) {
    let own = recording.tags
    let title = Self.clean(options.title ?? own.title ?? "")
    let artists = options.artists.map { $0.map(Self.clean) } ?? own.artist.map { [$0] } ?? []
    self.title = title
    self.artists = artists
    let album = own.album ?? (chapter == nil ? "" : title)
    let track = chapter.map { "\($0.index + 1)/\($0.count)" } ?? own.trackNumber.map { String($0) } ?? ""
    var tags: [(String, String)] = [
      ("title", chapter.flatMap { $0.title.isEmpty ? nil : $0.title } ?? title),
      ("artist", artists.joined(separator: ", ")), ("album", album),
    ]
    tags.append(("album_artist", own.albumArtist ?? ""))
    tags.append(("track", track))
    tags.append(("date", own.date ?? ""))
    tags.append(("genre", own.genre ?? ""))
    tags.append(("comment", own.comment ?? ""))
    // MP4 files say so of an unknown language.
    tags.append(("language", own.language.flatMap { $0 == "und" ? nil : $0 } ?? ""))
    if let gain = recording.gain { tags += Self.gain(gain, peak: recording.peak, format) }
    self.tags = tags.filter { !$0.1.isEmpty }.map { SoundTag(name: $0.0, value: $0.1) }
  }

  /// The replay gain, in the way of each format: the samples are the same, so it is the same.
  private static func gain(_ gain: Double, peak: Double?, _ format: SoundFormat) -> [(String, String)] {
    switch format {
    // Opus counts from −23 LUFS in steps of 1/256 dB, replay gain from −18 LUFS.
    case .opus: [("R128_TRACK_GAIN", "\(Int((max(-100, min(100, gain - 5)) * 256).rounded()))")]
    case .flac, .mp3, .mka:
      [("REPLAYGAIN_TRACK_GAIN", "\(number(gain)) dB")]
        + (peak.map { [("REPLAYGAIN_TRACK_PEAK", number($0))] } ?? [])
    case .wav, .m4b: []
    }
  }

  /// A number with at most six digits behind the point, and no exponent.
  private static func number(_ value: Double) -> String {
    let millionths = Int((max(-1000, min(1000, value)) * 1_000_000).rounded())
    let magnitude = millionths.magnitude
    return "\(millionths < 0 ? "-" : "")\(magnitude / 1_000_000).\(digits(Int(magnitude % 1_000_000), 6))"
  }

  /// Returns the text in a form that is safe in players, some of which run in terminals.
  private static func clean(_ text: String) -> String { Line.clean(text, limit: 4096) }
}
