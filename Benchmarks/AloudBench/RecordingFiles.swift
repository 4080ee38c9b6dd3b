import DesktopSupport
import EventLoop
import Foundation

/// Recordings to measure with, made by ffmpeg. They are audible throughout but for a silence near the beginning: a seek
/// from that silence is audible when it takes effect.
@Core
struct RecordingFiles {
  /// A recording of the measurements.
  enum Kind: String, CaseIterable {
    case flac = "FLAC"
    /// A variable bit rate, and nothing in the file that tells its length.
    case mp3 = "MP3, VBR without index"
    case opus = "Opus"
    case longM4B = "M4B"
    /// As ``mp3``.
    case longMP3 = "MP3"

    /// The name in the table.
    var name: String { minutes == 60 ? "an hour of \(rawValue)" : "ten hours of \(rawValue)" }
    /// The length.
    var minutes: Int { self == .longM4B || self == .longMP3 ? 600 : 60 }
    /// Places with sound, in seconds.
    var audible: Range<Double> { 60..<Double(minutes) * 60 - 60 }

    /// The recordings of an hour, and those of ten hours.
    static let hours: [Kind] = [.flac, .mp3, .opus]
    static let tenHours: [Kind] = [.longM4B, .longMP3]
  }

  /// A place in the silence, in seconds. The sound begins again at 30 s.
  static let silence = 5.0
  /// The length of a chapter of the M4B in minutes.
  private static let chapter = 30
  private static let patience = Duration.seconds(180)

  let rig: Rig

  /// Returns the path of a recording, which is made when it is wanted for the first time.
  func file(_ kind: Kind) async throws -> String {
    let path = "\(rig.folder)/\(kind)"
    switch kind {
    case .flac: return try await encoded(path + ".flac", kind.minutes, ["-compression_level", "2"])
    // A low complexity of the encoder saves time here and changes nothing for a decoder.
    case .opus:
      return try await encoded(path + ".opus", kind.minutes, ["-c:a", "libopus", "-compression_level", "0"])
    case .mp3: return try await frames(path + ".mp3", kind.minutes, Self.mp3 + ["-q:a", "4"])
    case .longMP3: return try await frames(path + ".mp3", kind.minutes, Self.mp3 + ["-q:a", "7", "-ac", "1"])
    case .longM4B: return try await book(path + ".m4b", kind.minutes)
    }
  }

  private static let mp3 = ["-c:a", "libmp3lame", "-write_xing", "0", "-id3v2_version", "0"]

  // MARK: Making

  /// A minute of sound: a moving tone in each channel, and noise that comes and goes.
  private func minute(_ name: String, isFirst: Bool) async throws -> String {
    let path = "\(rig.folder)/\(name).wav"
    if FileManager.default.fileExists(atPath: path) { return path }
    let gate = isFirst ? "(lt(t,2)+gte(t,30))*" : ""
    let channels = [0, 1].map { channel in
      "\(gate)(0.3*sin(2*PI*(\(300 + 170 * channel)*t+20*sin(2.3*t)))+0.02*(random(\(channel))-0.5)*gt(sin(5*t),0))"
    }
    let source = "aevalsrc=\(channels.joined(separator: "|").replacing(",", with: "\\,")):s=44100:d=60"
    try await ffmpeg(["-f", "lavfi", "-i", source, path])
    return path
  }

  private func minutes() async throws -> (first: String, other: String) {
    (try await minute("first", isFirst: true), try await minute("other", isFirst: false))
  }

  /// Encodes all minutes in one run.
  private func encoded(_ path: String, _ count: Int, _ options: [String]) async throws -> String {
    if FileManager.default.fileExists(atPath: path) { return path }
    let (first, other) = try await minutes()
    let list = ([first] + [String](repeating: other, count: count - 1)).map { "file '\($0)'\n" }.joined()
    try Data(list.utf8).write(to: URL(fileURLWithPath: path + ".txt"))
    try await ffmpeg(["-f", "concat", "-safe", "0", "-i", path + ".txt"] + options + [path])
    return path
  }

  /// Encodes two minutes and repeats the second: this format is a row of frames, and takes too long to encode.
  private func frames(_ path: String, _ count: Int, _ options: [String]) async throws -> String {
    if FileManager.default.fileExists(atPath: path) { return path }
    let (first, other) = try await minutes()
    var parts: [Data] = []
    for source in [first, other] {
      let part = "\(path).part.\(URL(fileURLWithPath: path).pathExtension)"
      try await ffmpeg(["-i", source] + options + [part])
      parts.append(try Data(contentsOf: URL(fileURLWithPath: part)))
    }
    guard FileManager.default.createFile(atPath: path, contents: parts[0]),
      let file = FileHandle(forWritingAtPath: path)
    else { throw BenchError("\(path) cannot be written") }
    try file.seekToEnd()
    for _ in 1..<count { try file.write(contentsOf: parts[1]) }
    try file.close()
    return path
  }

  /// An audio book with chapters.
  private func book(_ path: String, _ count: Int) async throws -> String {
    if FileManager.default.fileExists(atPath: path) { return path }
    let sound = try await frames(path + ".aac", count, ["-c:a", "aac", "-b:a", "64k", "-ac", "1"])
    var labels = ";FFMETADATA1\ntitle=Ten hours\n"
    for start in stride(from: 0, to: count, by: Self.chapter) {
      labels += "[CHAPTER]\nTIMEBASE=1/1\nSTART=\(start * 60)\nEND=\((start + Self.chapter) * 60)\n"
      labels += "title=Chapter \(start / Self.chapter + 1)\n"
    }
    try Data(labels.utf8).write(to: URL(fileURLWithPath: path + ".txt"))
    try await ffmpeg(["-i", sound, "-i", path + ".txt", "-map_metadata", "1", "-map_chapters", "1", "-c", "copy", path])
    return path
  }

  private func ffmpeg(_ arguments: [String]) async throws {
    guard let program = Rig.find("ffmpeg") else {
      throw BenchError("ffmpeg is not installed; try: scripts/install-dependencies bench")
    }
    let process = try rig.start([program, "-nostdin", "-v", "error", "-y"] + arguments)
    let result = try await process.waitForEnd(within: Self.patience)
    guard result.succeeded else { throw BenchError("\(result)") }
  }
}
