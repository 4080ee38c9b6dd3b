import CommandOutput
import Testing

@testable import aloud

/// The order of texts and clips on the command line.
@Suite(.timeLimit(.minutes(1)))
struct SpokenPartTests {
  private func parts(_ line: String) throws -> [SpokenParts.Part] {
    let words = line.split(separator: " ").map(String.init)
    let say = try #require(try CommandLineReader.command(["say"] + words, Console.standard) as? Say)
    return say.clips.parts(with: say.text)
  }

  @Test(
    arguments: [
      ("--clip a.oga 12 --clip b.oga", [.clip("a.oga"), .text("12"), .clip("b.oga")]),
      ("12 --clip a.oga", [.text("12"), .clip("a.oga")]),
      ("--clip a.oga --clip b.oga", [.clip("a.oga"), .clip("b.oga")]),
      ("--clip=a.oga 12 13", [.clip("a.oga"), .text("12 13")]),
      ("1 2 --clip a.oga 3 --clip a.oga", [.text("1 2"), .clip("a.oga"), .text("3"), .clip("a.oga")]),
      ("--clip a.oga -- --clip 12", [.clip("a.oga"), .text("--clip 12")]),
      ("one -- two --clip", [.text("one two --clip")]),
      ("-v 12 12 --clip a.oga -w 12", [.text("12"), .clip("a.oga"), .text("12")]),
      ("12 --title 12 --clip a.oga --rate -10% 12", [.text("12"), .clip("a.oga"), .text("12")]),
    ] as [(String, [SpokenParts.Part])])
  func theOrderIsThatOfTheCommandLine_S1_16(line: String, expected: [SpokenParts.Part]) throws {
    #expect(try parts(line) == expected)
  }

  @Test func aClipThatIsNoSoundIsRefusedBeforeTheService_S1_16() throws {
    for (file, reason) in [
      ("/nowhere/ding.oga", "there is no such file"), ("/", "it is a directory"), ("/dev/zero", "it is a device"),
      ("/proc/self/cmdline", "it is empty"), ("/etc/passwd", "it is no audio or video file"),
    ] {
      let failure = #expect(throws: Failure.self) {
        _ = try OpenedParts([.text("12"), .clip(file)], task: "say it")
      }
      #expect(failure?.message == "cannot read '\(file)': \(reason)")
    }
  }
}
