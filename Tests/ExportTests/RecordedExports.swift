import DesktopSupport
import Foundation
import Testing

/// Recordings that ffmpeg makes for a test of `aloud export`.
extension Exports {
  /// Two tones that differ, with noise, so that no two seconds and no two channels are the same.
  static let stereo = "aevalsrc='0.3*sin(440*2*PI*t)+0.2*random(0)|0.3*sin(660*2*PI*t+2*t*t)':s=44100"
  private static let labels = """
    ;FFMETADATA1
    title=The Talk
    artist=Ann Author
    album=Talks
    track=3
    date=2021-05-01
    genre=Speech
    [CHAPTER]
    TIMEBASE=1/1000
    START=0
    END=1250
    title=Hello
    [CHAPTER]
    TIMEBASE=1/1000
    START=1250
    END=3000
    title=Good bye

    """

  /// Makes a file of a sound of ffmpeg's.
  func make(_ name: String, _ source: String = stereo, seconds: Double = 3, _ options: String = "") async throws {
    try await ffmpeg("-f lavfi -i \"\(source):d=\(seconds)\" \(options) \(name)")
  }

  /// Makes `talk.m4a`: 3 s of stereo without loss, with tags, two chapters and a cover.
  func makeTalk() async throws {
    try await make("source.wav", seconds: 3, "-c:a pcm_s16le")
    try Data(Self.labels.utf8).write(to: URL(fileURLWithPath: file("labels")))
    try Self.picture.write(to: URL(fileURLWithPath: file("c.png")))
    try await ffmpeg(
      "-i source.wav -i labels -i c.png -map 0:a -map 2:v -map_metadata 1 -c:a alac -c:v copy "
        + "-disposition:v attached_pic talk.m4a")
  }

  func ffmpeg(_ arguments: String) async throws {
    let result = try await shell("cd '\(folder)' && ffmpeg -nostdin -v error -y \(arguments)")
    try #require(result.succeeded, "\(result)")
  }

  /// Runs `aloud export` in the folder; the shell reads the arguments.
  func export(_ arguments: String) async throws -> CommandResult {
    try await shell("cd '\(folder)' && '\(Project.program("aloud"))' export \(arguments)")
  }

  /// The samples of a file as ffmpeg decodes them: 16 bits, at the file's own rate and with its channels.
  func pcm(_ name: String) async throws -> Data {
    try await ffmpeg("-i \(name) -map 0:a -f s16le \(name).pcm")
    return try bytes(name + ".pcm")
  }

  func write(_ text: String, _ name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)))
  }

  /// The names of all files in the folder that begin so.
  func names(_ prefix: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasPrefix(prefix) }.sorted()
  }
}
