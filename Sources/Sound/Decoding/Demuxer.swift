import CFFmpegDecoding

/// A file of sound, opened by FFmpeg: its container, its streams and its labels. No other file is ever opened.
final class Demuxer {
  /// Containers of sound and of video. Playlists, lists of pictures and everything that names other files are missing.
  private static let containers: Set = [
    "aac", "ac3", "aiff", "amr", "ape", "asf", "au", "avi", "caf", "dts", "eac3", "flac", "flv", "loas", "matroska",
    "mov", "mp3", "mpc", "mpc8", "mpeg", "mpegts", "ogg", "tta", "w64", "wav", "wv",
  ]
  /// Bytes that are read to find out the container, and later its streams.
  private static let probeSize: Int64 = 2 << 20
  private static let mostStreams: Int32 = 100

  /// The open file; belongs to this object.
  let file: UnsafeMutablePointer<AVFormatContext>
  private let input: UnsafeMutablePointer<AVIOContext>

  /// - Parameter descriptor: a file that can be read at any offset; stays the caller's.
  init(descriptor: Int32) throws(DecodingError) {
    av_log_set_level(AV_LOG_QUIET)
    guard let input = aloud_input_open(descriptor), let context = avformat_alloc_context() else {
      throw DecodingError(.tooLarge, "no memory")
    }
    let format: UnsafePointer<AVInputFormat>
    do throws(DecodingError) { format = try Self.format(of: input) } catch {
      avformat_free_context(context)
      aloud_input_close(input)
      throw error
    }
    context.pointee.pb = input
    aloud_open_no_other_file(context)
    context.pointee.max_streams = Self.mostStreams
    context.pointee.probesize = Self.probeSize
    context.pointee.format_probesize = Int32(Self.probeSize)
    context.pointee.max_analyze_duration = 2_000_000
    var options: OpaquePointer?
    av_dict_set(&options, "format_whitelist", Self.containers.sorted().joined(separator: ","), 0)
    av_dict_set(&options, "protocol_whitelist", "none", 0)
    av_dict_set(&options, "codec_whitelist", SoundCodec.whitelist, 0)
    // Otherwise the length is rounded to the milliseconds of the edit list.
    av_dict_set(&options, "advanced_editlist", "0", 0)
    var opened: UnsafeMutablePointer<AVFormatContext>? = context
    let result = avformat_open_input(&opened, nil, format, &options)
    av_dict_free(&options)
    guard result >= 0, let file = opened else {
      let error = Self.error(result, aloud_input_error(input))
      aloud_input_close(input)
      throw error
    }
    (self.file, self.input) = (file, input)
  }

  deinit {
    var file: UnsafeMutablePointer<AVFormatContext>? = file
    avformat_close_input(&file)
    aloud_input_close(input)
  }

  /// The container, by the first bytes alone.
  private static func format(of input: UnsafeMutablePointer<AVIOContext>) throws(DecodingError)
    -> UnsafePointer<AVInputFormat>
  {
    var format: UnsafePointer<AVInputFormat>?
    let result = av_probe_input_buffer2(input, &format, "", nil, 0, UInt32(probeSize))
    if let format, result >= 0, containers.contains(String(name(of: format))) { return format }
    let readError = aloud_input_error(input)
    guard readError == 0 else { throw DecodingError(.unreadable, DecodingError.text(readError)) }
    throw DecodingError(.unknownFormat, "no recording")
  }

  private static func name(of format: UnsafePointer<AVInputFormat>) -> Substring {
    String(cString: format.pointee.name).prefix { $0 != "," }
  }

  private static func error(_ result: Int32, _ readError: Int32) -> DecodingError {
    if readError != 0 { return DecodingError(.unreadable, DecodingError.text(readError)) }
    if result == aloud_no_memory { return DecodingError(.tooLarge, "its headers need too much memory") }
    return DecodingError(.damaged, DecodingError.text(result))
  }

  /// FFmpeg's name of the container, the first of several.
  var container: Substring {
    Self.name(of: file.pointee.iformat)
  }

  /// All streams, in the file's order.
  var streams: [UnsafeMutablePointer<AVStream>] {
    (0..<Int(file.pointee.nb_streams)).compactMap { file.pointee.streams[$0] }
  }

  /// The last error of the file itself; `nil` if there was none.
  var readError: String? {
    let error = aloud_input_error(input)
    return error == 0 ? nil : DecodingError.text(error)
  }

  /// Bytes of the file now.
  var size: Int64 { max(0, avio_size(input)) }

  /// True if a WAV file has fewer bytes than its header says. FFmpeg takes the length from the bytes that are there.
  func isCutShort(descriptor: Int32) -> Bool {
    guard container == "wav" else { return false }
    var window = FileWindow(descriptor: descriptor)
    let head = Array(window.bytes(from: 0, atLeast: 8).prefix(8))
    guard head.count == 8, head.starts(with: "RIFF".utf8) else { return false }
    let size = head[4...].reversed().reduce(0) { $0 << 8 | Int64($1) }
    // Programs that do not know the length write one that is too large.
    return size < 0x7FFF_0000 && size + 8 > self.size
  }

  /// The stream that is heard; all others are left out from now on.
  func chooseSound() throws(DecodingError) -> UnsafeMutablePointer<AVStream> {
    if !streams.contains(where: { Self.isComplete($0.pointee.codecpar.pointee) }) {
      guard avformat_find_stream_info(file, nil) >= 0 else { throw DecodingError(.damaged, "its streams are unclear") }
    }
    let number = av_find_best_stream(file, AVMEDIA_TYPE_AUDIO, -1, -1, nil, 0)
    guard number >= 0, let chosen = file.pointee.streams[Int(number)] else {
      throw DecodingError(.noSound, "there is no sound in it")
    }
    for stream in streams where stream != chosen { stream.pointee.discard = AVDISCARD_ALL }
    return chosen
  }

  /// True if the header describes the sound completely.
  private static func isComplete(_ parameters: AVCodecParameters) -> Bool {
    parameters.codec_type == AVMEDIA_TYPE_AUDIO && parameters.codec_id != AV_CODEC_ID_NONE && parameters.sample_rate > 0
      && parameters.ch_layout.nb_channels > 0
  }
}
