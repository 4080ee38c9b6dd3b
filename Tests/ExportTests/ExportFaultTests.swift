import DesktopSupport
import Foundation
import Testing

/// Exports on a full disk, and with other files that cannot be read.
@Suite(.timeLimit(.minutes(3)))
struct ExportFaultTests {
  /// Runs the same command on file systems of these sizes in bytes, in order. Returns the output of each run.
  private func onDisk(of sizes: [Int], _ exports: Exports) async throws -> [(status: Int, errors: String)] {
    let way = getuid() == 0 ? "" : "--user --map-root-user"
    let script = """
      mkdir disk && mount -t tmpfs -o size=\(sizes[0]) none disk
      for size in \(sizes.map(String.init).joined(separator: " ")); do
        mount -o remount,size=$size disk
        '\(Project.program("aloud"))' export book.epub -o disk/book.wav --json 2> errors
        echo "== $?"; cat errors
        echo "-- $(ls disk | tr '\\n' ' ')"
      done
      cp disk/book.wav disk/book.json .
      """
    try script.write(toFile: exports.file("script"), atomically: true, encoding: .utf8)
    let result = try await exports.shell("cd '\(exports.folder)' && unshare --mount \(way) sh script")
    return result.output.components(separatedBy: "== ").dropFirst().map { part in
      let lines = part.split(separator: "\n", maxSplits: 1)
      return (Int(lines[0]) ?? -1, lines.count > 1 ? String(lines[1]) : "")
    }
  }

  @Test(.enabled(if: OwnNamespace.isPossible, "no file system can be mounted: that takes root or a user namespace"))
  func onAFullDiskItSaysSoKeepsWhatIsMadeAndGoesOnWhenThereIsRoom() async throws {
    try await Exports.with(paragraphs: 30) { exports in
      #expect(try await exports.run("whole.wav", "--json").succeeded)
      let size = try exports.bytes("whole.wav").count
      // Too small for the sound, for the file beside it, and large enough for both.
      let runs = try await onDisk(of: [size / 2, size * 3 / 2, size * 3], exports)
      try #require(runs.count == 3, "\(runs)")
      #expect(runs[0].status == 1 && runs[0].errors.contains("book.wav': no space left on device"), "\(runs[0])")
      #expect(runs[1].status == 1 && runs[1].errors.contains("No space left on device"), "\(runs[1])")
      #expect(runs[1].errors.contains("going on at "), "\(runs[1])")
      for run in runs.prefix(2) {
        #expect(run.errors.contains("try: make room, then give the same command: it goes on"), "\(run)")
        #expect(run.errors.contains("-- book.wav.part book.wav.part.state \n"), "\(run)")
      }
      #expect(runs[2].status == 0 && runs[2].errors.contains("going on at "), "\(runs[2])")
      #expect(runs[2].errors.contains("-- book.json book.wav \n"), "\(runs[2])")
      #expect(try exports.bytes("book.wav") == exports.bytes("whole.wav"))
      #expect(try exports.bytes("book.json") == exports.bytes("whole.json"))
    }
  }

  /// `head` reads a part and ends; `true` ends before there is any output.
  @Test(arguments: ["head -c 100 > beginning", "true"])
  func aReaderThatHasEnoughEndsItWithoutAWordAsAnyFilter(reader: String) async throws {
    try await Exports.with(paragraphs: 20) { exports in
      let result = try await exports.shell(
        """
        cd '\(exports.folder)' && exec bash -c '"\(Project.program("aloud"))" export book.epub -o - 2> errors | \(reader)
        echo ${PIPESTATUS[0]}'
        """)
      #expect(result.output == "\(128 + SIGPIPE)\n", "\(result)")
      let errors = String(decoding: try exports.bytes("errors"), as: UTF8.self)
      #expect(!errors.contains("aloud:") && !errors.contains("try:"), "\(errors)")
      if reader == "true" {
        #expect(!errors.contains("chapter"), "it spoke on for nobody: \(errors)")
      } else {
        #expect(try exports.bytes("beginning").count == 100)
      }
    }
  }

  @Test func anUnreadableStateOfAnEarlierCallThrowsNothingAway() async throws {
    try await Exports.with { exports in
      let samples = Data(repeating: 7, count: 1000)
      try samples.write(to: URL(fileURLWithPath: exports.file("book.wav.part")))
      try FileManager.default.createDirectory(
        atPath: exports.file("book.wav.part.state"), withIntermediateDirectories: false)
      let result = try await exports.run("book.wav")
      #expect(result.exitCode == 2, "\(result)")
      #expect(result.errors.contains("book.wav.part.state': is a directory"), "\(result)")
      #expect(try exports.bytes("book.wav.part") == samples)
    }
  }
}
