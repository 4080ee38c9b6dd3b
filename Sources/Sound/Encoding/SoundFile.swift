import CFFmpeg
import Glibc

/// A sound file that is being written (with FFmpeg). To be used by one thread.
///
/// The file contains neither times nor random values: the same sound gives the same bytes.
public struct SoundFile: ~Copyable {
  /// Samples per frame for codecs that accept any number.
  private static let anyFrameSize = 4096

  private let file: UnsafeMutablePointer<AVFormatContext>
  private let stream: UnsafeMutablePointer<AVStream>
  private let codec: UnsafeMutablePointer<AVCodecContext>
  private let resampler: OpaquePointer
  private let queue: OpaquePointer
  private let frameSize: Int
  private let channels: Int32
  /// Samples that the codec has received, at its own rate.
  private var position = 0

  /// Begins a file in `descriptor`, which stays the caller's. In an empty regular file, lengths that are known only at
  /// the end are later filled in at the front.
  ///
  /// After an error the process must not use FFmpeg again. Its resources are left to the end of the process.
  public init(_ sound: Sound, descriptor: Int32) throws(EncodingError) {
    let recipe = Recipe(sound)
    let channels = Int32(sound.channels)
    av_log_set_level(AV_LOG_QUIET)
    var context: UnsafeMutablePointer<AVFormatContext>?
    guard avformat_alloc_output_context2(&context, nil, recipe.container, nil) >= 0, let file = context else {
      throw EncodingError(.unavailable, "FFmpeg here cannot write \(recipe.container)")
    }
    var status = stat()
    // In a file with earlier contents, FFmpeg cannot seek back: its offsets count from the file's start.
    let seeks =
      fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && fcntl(descriptor, F_GETFL) & O_APPEND == 0 && lseek(descriptor, 0, SEEK_CUR) == 0
    file.pointee.pb = aloud_output_open(descriptor, seeks)
    file.pointee.flags |= AVFMT_FLAG_BITEXACT
    guard let encoder = avcodec_find_encoder_by_name(recipe.codec), let codec = avcodec_alloc_context3(encoder),
      let stream = avformat_new_stream(file, nil), file.pointee.pb != nil
    else { throw EncodingError(.unavailable, "FFmpeg here has no encoder '\(recipe.codec)'") }
    let rate = recipe.sampleRate
    codec.pointee.sample_rate = Int32(rate)
    codec.pointee.sample_fmt = recipe.sampleFormat
    codec.pointee.time_base = AVRational(num: 1, den: Int32(rate))
    codec.pointee.bit_rate = Int64(recipe.bitRate)
    codec.pointee.thread_count = 1
    codec.pointee.flags |= AV_CODEC_FLAG_BITEXACT
    if file.pointee.oformat.pointee.flags & AVFMT_GLOBALHEADER != 0 {
      codec.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
    }
    av_channel_layout_default(&codec.pointee.ch_layout, channels)
    var codecOptions: OpaquePointer?
    for (name, value) in recipe.codecOptions { av_dict_set(&codecOptions, name, value, 0) }
    let opened = avcodec_open2(codec, encoder, &codecOptions)
    av_dict_free(&codecOptions)
    try Self.check(opened)
    stream.pointee.time_base = codec.pointee.time_base
    try Self.check(avcodec_parameters_from_context(stream.pointee.codecpar, codec))

    let inputFormat = if case .speech = sound.source { AV_SAMPLE_FMT_S16 } else { AV_SAMPLE_FMT_FLT }
    var converter: OpaquePointer?
    try Self.check(
      swr_alloc_set_opts2(
        &converter, &codec.pointee.ch_layout, recipe.sampleFormat, Int32(rate), &codec.pointee.ch_layout,
        inputFormat, Int32(sound.sampleRate), 0, nil))
    guard let converter else { throw EncodingError(.refused, "no memory") }
    try Self.check(swr_init(converter))
    let size = Int(codec.pointee.frame_size)
    let frameSize = size > 0 ? size : Self.anyFrameSize
    guard let queue = av_audio_fifo_alloc(recipe.sampleFormat, channels, Int32(frameSize * 4)) else {
      throw EncodingError(.refused, "no memory")
    }
    let labels = LabelWriting(sound, file: file, stream: stream)
    try labels.write()
    var options: OpaquePointer?
    for (name, value) in recipe.options { av_dict_set(&options, name, value, 0) }
    let result = avformat_write_header(file, &options)
    av_dict_free(&options)
    try Self.check(result, .notWritten)
    try labels.writePicture()
    (self.file, self.stream, self.codec) = (file, stream, codec)
    (resampler, self.queue, self.frameSize, self.channels) = (converter, queue, frameSize, channels)
  }

  deinit {
    av_audio_fifo_free(queue)
    var resampler: OpaquePointer? = resampler
    swr_free(&resampler)
    var codec: UnsafeMutablePointer<AVCodecContext>? = codec
    avcodec_free_context(&codec)
    var output = file.pointee.pb
    if let output { av_free(output.pointee.buffer) }
    avio_context_free(&output)
    file.pointee.pb = nil
    avformat_free_context(file)
  }

  /// Adds samples of speech: signed 16-bit mono at the input's rate.
  public mutating func append(_ samples: UnsafeBufferPointer<Int16>) throws(EncodingError) {
    guard let base = samples.baseAddress, samples.count > 0 else { return }
    try base.withMemoryRebound(to: UInt8.self, capacity: samples.count * 2) { bytes throws(EncodingError) in
      try convert(bytes, samples.count)
    }
    try encodeFullFrames()
  }

  /// Adds samples of a recording: whole frames of interleaved floats at the input's rate.
  public mutating func append(_ samples: UnsafeBufferPointer<Float>) throws(EncodingError) {
    guard let base = samples.baseAddress, samples.count > 0 else { return }
    let frames = samples.count / Int(channels)
    try base.withMemoryRebound(to: UInt8.self, capacity: samples.count * 4) { bytes throws(EncodingError) in
      try convert(bytes, frames)
    }
    try encodeFullFrames()
  }

  private mutating func encodeFullFrames() throws(EncodingError) {
    while Int(av_audio_fifo_size(queue)) >= frameSize { try encode(frameSize) }
  }

  /// Writes the remaining samples and the end of the file.
  public mutating func finish() throws(EncodingError) {
    try convert(nil, 0)
    while av_audio_fifo_size(queue) > 0 { try encode(min(frameSize, Int(av_audio_fifo_size(queue)))) }
    try Self.check(avcodec_send_frame(codec, nil))
    try writePackets()
    try Self.check(av_write_trailer(file), .notWritten)
    avio_flush(file.pointee.pb)
    try Self.check(file.pointee.pb.pointee.error, .notWritten)
  }

  /// Converts frames; without any, takes those that the resampler still holds.
  private func convert(_ bytes: UnsafePointer<UInt8>?, _ count: Int) throws(EncodingError) {
    let room = swr_get_out_samples(resampler, Int32(count))
    guard room > 0 else { return }
    // Samples have 4 bytes at most. Interleaved ones of all channels are in the first plane.
    let size = Int(room) * 4
    var planes = [UInt8](repeating: 0, count: 2 * size)
    let result: Int32 = planes.withUnsafeMutableBufferPointer { planes in
      var output: [UnsafeMutablePointer<UInt8>?] = [planes.baseAddress, planes.baseAddress.map { $0 + size }]
      var input = bytes
      // No input at all asks for the rest.
      let made =
        bytes == nil
        ? swr_convert(resampler, &output, room, nil, 0)
        : swr_convert(resampler, &output, room, &input, Int32(count))
      guard made > 0 else { return made }
      var data = output.map { UnsafeMutableRawPointer($0) }
      return av_audio_fifo_write(queue, &data, made)
    }
    try Self.check(result)
  }

  private mutating func encode(_ count: Int) throws(EncodingError) {
    var frame = av_frame_alloc()
    defer { av_frame_free(&frame) }
    guard let frame else { throw EncodingError(.refused, "no memory") }
    frame.pointee.nb_samples = Int32(count)
    frame.pointee.format = codec.pointee.sample_fmt.rawValue
    frame.pointee.sample_rate = codec.pointee.sample_rate
    av_channel_layout_default(&frame.pointee.ch_layout, channels)
    try Self.check(av_frame_get_buffer(frame, 0))
    var data = [UnsafeMutableRawPointer(frame.pointee.data.0), UnsafeMutableRawPointer(frame.pointee.data.1)]
    try Self.check(av_audio_fifo_read(queue, &data, Int32(count)))
    frame.pointee.pts = Int64(position)
    position += count
    try Self.check(avcodec_send_frame(codec, frame))
    try writePackets()
  }

  private func writePackets() throws(EncodingError) {
    var packet = av_packet_alloc()
    defer { av_packet_free(&packet) }
    guard let packet else { throw EncodingError(.refused, "no memory") }
    while true {
      let result = avcodec_receive_packet(codec, packet)
      if aloud_wants_more(result) { return }
      try Self.check(result)
      packet.pointee.stream_index = stream.pointee.index
      av_packet_rescale_ts(packet, codec.pointee.time_base, stream.pointee.time_base)
      let written = av_write_frame(file, packet)
      av_packet_unref(packet)
      try Self.check(written, .notWritten)
    }
  }

  static func check(_ result: Int32, _ code: EncodingError.Code = .refused) throws(EncodingError) {
    guard result < 0 else { return }
    var text = [CChar](repeating: 0, count: 128)
    av_strerror(result, &text, text.count)
    throw EncodingError(code, String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
  }
}
