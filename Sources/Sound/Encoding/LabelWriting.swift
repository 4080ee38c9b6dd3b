import CFFmpeg

/// Writes tags, chapters and cover in the way of each container.
struct LabelWriting {
  private let sound: Sound
  private let picture: Picture?
  private let file: UnsafeMutablePointer<AVFormatContext>
  private let stream: UnsafeMutablePointer<AVStream>

  init(
    _ sound: Sound, file: UnsafeMutablePointer<AVFormatContext>, stream: UnsafeMutablePointer<AVStream>
  ) {
    self.sound = sound
    self.file = file
    self.stream = stream
    picture = Picture(sound.cover)
  }

  /// To be called before the header is written.
  func write() throws(EncodingError) {
    for (name, value) in sound.tags { set(name, value) }
    // With this tag, players list the file among the audiobooks; music has no place there.
    if sound.kind == .m4b, isBook { set("media_type", "2") }
    for (index, part) in sound.parts.enumerated() {
      // The length of a recording is an estimate, which may be too low.
      let end = index + 1 < sound.parts.count ? sound.parts[index + 1].start : max(part.start, sound.count)
      if sound.kind == .flac || sound.kind == .opus {
        // The chapter comments of Ogg, which players read in FLAC too. FFmpeg's own in Ogg round the seconds up (20.9 s
        // becomes 21.9).
        let number = String(index + 1)
        let name = "CHAPTER" + String(repeating: "0", count: max(0, 3 - number.count)) + number
        set(name, Self.time(part.start, sound.sampleRate))
        set(name + "NAME", part.title)
      } else if sound.kind != .wav {
        guard aloud_add_chapter(file, Int64(part.start), Int64(end), Int32(sound.sampleRate), part.title) else {
          throw EncodingError(.refused, "no memory")
        }
      }
    }
    try addPicture()
  }

  private var isBook: Bool {
    if case .speech = sound.source { true } else { sound.parts.count > 1 }
  }

  /// To be called after the header; needed if the picture is a stream of its own.
  func writePicture() throws(EncodingError) {
    guard let picture, [.flac, .m4b, .mp3].contains(sound.kind) else { return }
    var packet = av_packet_alloc()
    defer { av_packet_free(&packet) }
    guard let packet, av_new_packet(packet, Int32(picture.bytes.count)) >= 0 else {
      throw EncodingError(.refused, "no memory")
    }
    packet.pointee.data.update(from: picture.bytes, count: picture.bytes.count)
    packet.pointee.stream_index = 1
    packet.pointee.flags |= AV_PKT_FLAG_KEY
    (packet.pointee.pts, packet.pointee.dts) = (0, 0)
    try SoundFile.check(av_write_frame(file, packet), .notWritten)
  }

  private func addPicture() throws(EncodingError) {
    guard let picture else { return }
    switch sound.kind {
    case .wav: return
    case .opus:
      let block = picture.block
      var text = [CChar](repeating: 0, count: (block.count + 2) / 3 * 4 + 1)
      av_base64_encode(&text, Int32(text.count), block, Int32(block.count))
      set("METADATA_BLOCK_PICTURE", String(decoding: text.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
    case .flac, .m4b, .mka, .mp3:
      guard let cover = avformat_new_stream(file, nil), let parameters = cover.pointee.codecpar else {
        throw EncodingError(.refused, "no memory")
      }
      parameters.pointee.codec_id = picture.isPNG ? AV_CODEC_ID_PNG : AV_CODEC_ID_MJPEG
      guard sound.kind == .mka else {
        parameters.pointee.codec_type = AVMEDIA_TYPE_VIDEO
        parameters.pointee.width = Int32(picture.width)
        parameters.pointee.height = Int32(picture.height)
        parameters.pointee.format = AV_PIX_FMT_RGB24.rawValue
        cover.pointee.disposition = AV_DISPOSITION_ATTACHED_PIC
        cover.pointee.time_base = AVRational(num: 1, den: 90_000)
        return
      }
      parameters.pointee.codec_type = AVMEDIA_TYPE_ATTACHMENT
      av_dict_set(&cover.pointee.metadata, "filename", picture.fileName, 0)
      av_dict_set(&cover.pointee.metadata, "mimetype", picture.mediaType, 0)
      guard aloud_set_extra_data(parameters, picture.bytes, Int32(picture.bytes.count)) else {
        throw EncodingError(.refused, "no memory")
      }
    }
  }

  /// Tags of Ogg belong to the stream, those of other containers to the file.
  private func set(_ name: String, _ value: String) {
    if sound.kind == .opus {
      av_dict_set(&stream.pointee.metadata, name, value, 0)
    } else {
      av_dict_set(&file.pointee.metadata, name, value, 0)
    }
  }

  /// A time such as `01:02:03.004`.
  private static func time(_ samples: Int, _ rate: Int) -> String {
    let milliseconds = (samples * 1000 + rate / 2) / rate
    func digits(_ value: Int, _ count: Int) -> String {
      let text = String(value)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    let seconds = milliseconds / 1000
    return
      "\(digits(seconds / 3600, 2)):\(digits(seconds / 60 % 60, 2)):\(digits(seconds % 60, 2)).\(digits(milliseconds % 1000, 3))"
  }
}
