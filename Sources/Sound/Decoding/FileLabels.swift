import CFFmpegDecoding
import Glibc
import Recordings

/// The labels of a file: tags, chapters, cover and replay gain.
struct FileLabels {
  private let demuxer: Demuxer
  private let stream: UnsafeMutablePointer<AVStream>

  init(_ demuxer: Demuxer, _ stream: UnsafeMutablePointer<AVStream>) {
    (self.demuxer, self.stream) = (demuxer, stream)
  }

  /// The value of a tag, of which at most ``RecordingTags/maximumLength`` bytes are read. Tags of Ogg belong to the
  /// stream, those of other containers to the file.
  private func value(_ name: String) -> String? {
    for metadata in [demuxer.file.pointee.metadata, stream.pointee.metadata] {
      if let text = Self.text(metadata, name, limit: RecordingTags.maximumLength) { return text }
    }
    return nil
  }

  private static func text(_ metadata: OpaquePointer?, _ name: String, limit: Int) -> String? {
    guard let entry = av_dict_get(metadata, name, nil, 0), let value = entry.pointee.value else { return nil }
    let bytes = UnsafeRawBufferPointer(start: value, count: strnlen(value, limit))
    var text = String(decoding: bytes, as: UTF8.self)
    // The cut may go through a character.
    if bytes.count == limit, text.last == "\u{FFFD}" { text.removeLast() }
    return text.isEmpty ? nil : text
  }

  /// The tags.
  var tags: RecordingTags {
    var tags = RecordingTags()
    tags.title = value("title")
    tags.artist = value("artist")
    tags.album = value("album")
    tags.albumArtist = value("album_artist")
    tags.date = value("date")
    tags.genre = value("genre")
    tags.comment = value("comment")
    tags.language = value("language")
    // Often "3/12".
    tags.trackNumber = value("track").flatMap { Int($0.prefix { $0.isASCII && $0.isNumber }) }
      .flatMap { 1...0xFFFF ~= $0 ? $0 : nil }
    return tags
  }

  /// The chapters in order, at most ``RecordingDescription/maximumChapters``.
  func chapters(rate: Int) -> [RecordingChapter] {
    let count = min(Int(demuxer.file.pointee.nb_chapters), RecordingDescription.maximumChapters)
    let chapters = (0..<count).compactMap { index -> RecordingChapter? in
      guard let chapter = demuxer.file.pointee.chapters[index], chapter.pointee.time_base.den > 0 else { return nil }
      let first = av_rescale_q(
        chapter.pointee.start, chapter.pointee.time_base, AVRational(num: 1, den: Int32(rate)))
      let title = Self.text(chapter.pointee.metadata, "title", limit: 512)
      return RecordingChapter(title: title ?? "", firstFrame: max(0, first))
    }
    return chapters.sorted { $0.firstFrame < $1.firstFrame }
  }

  /// Replay gain and peak of the recording by itself.
  var gain: (decibels: Double?, peak: Double?) {
    if let gain = aloud_replay_gain(stream)?.pointee, gain.track_gain != Int32.min {
      return (Double(gain.track_gain) / 100_000, gain.track_peak > 0 ? Double(gain.track_peak) / 100_000 : nil)
    }
    // Opus counts from −23 LUFS in steps of 1/256 dB, replay gain from −18 LUFS.
    if let steps = value("R128_TRACK_GAIN").flatMap({ Int($0) }), abs(steps) <= 1 << 15 {
      return (Double(steps) / 256 + 5, nil)
    }
    return (nil, nil)
  }

  /// The front cover as it is in the file, or the first picture; `nil` if there is none of at most `limit` bytes. It is
  /// never decoded.
  func cover(limit: Int) -> [UInt8]? {
    let pictures = demuxer.streams.filter { stream in
      let size = Int(stream.pointee.attached_pic.size)
      return stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0 && 1...limit ~= size
        && stream.pointee.attached_pic.data != nil
    }
    let isFront = { (stream: UnsafeMutablePointer<AVStream>) in
      Self.text(stream.pointee.metadata, "comment", limit: 64) == "Cover (front)"
    }
    guard let picture = pictures.first(where: isFront) ?? pictures.first else { return nil }
    let packet = picture.pointee.attached_pic
    return Array(UnsafeBufferPointer(start: packet.data, count: Int(packet.size)))
  }
}
