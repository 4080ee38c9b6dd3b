import DesktopSupport
import Foundation
import Testing

/// `aloud export` with the real workers; the results are read by another program.
@Suite(.timeLimit(.minutes(2)))
struct ExportTests {
  private static let rate = 22_050.0

  @Test(arguments: [("wav", true), ("flac", true), ("mka", true), ("opus", false), ("m4b", false), ("mp3", false)])
  func aBookBecomesAFileWithItsLengthChaptersAuthorAndCover(ending: String, isExact: Bool) async throws {
    try await Exports.with { exports in
      let name = "book." + ending
      let result = try await exports.run(name, "--json")
      #expect(result.succeeded && result.output.isEmpty, "\(result)")
      #expect(!exports.exists(name + ".part") && !exports.exists(name + ".part.state"))
      let times = try exports.times("book.json")
      let probe = try await exports.probe(name)
      let frames = try await exports.samples(name).count / 2
      let expected = Int((times.length * Self.rate).rounded())
      // A codec with frames of its own ends with a complete one: 1,024 samples of AAC, 576 of MP3, 20 ms of Opus.
      #expect(isExact ? frames == expected : abs(frames - expected) <= 1_024, "\(frames) of \(expected)")
      #expect(probe.tags["title"] == "The Book" && probe.tags["artist"] == "Ann Author", "\(probe.tags)")
      #expect(times.chapters.map(\.title) == ["Going", "Coming"])
      guard ending != "wav" else { return }
      #expect(probe.hasCover, "\(probe.streams)")
      #expect(probe.chapters.map { $0.tags?["title"] } == ["Going", "Coming"])
      for (found, told) in zip(probe.chapters, times.chapters) {
        #expect(abs((Double(found.start_time) ?? -1) - told.start) < 0.001, "\(found) \(told)")
      }
    }
  }

  @Test func cuesSayWhenEachSentenceAndWordIsHeard() async throws {
    try await Exports.with { exports in
      #expect(try await exports.run("book.wav", "--srt", "--vtt", "--json", "-q").errors == "")
      let times = try exports.times("book.json")
      let sentences = [
        "Going", "It rains.", "We leave at once.", "Number 1 walks a long way to the sea & comes back at night.",
        "Coming",
        "Number 1 walks a long way to the sea & comes back at night.", "The end.",
      ]
      #expect(times.sentences.map(\.text) == sentences)
      #expect(times.sentences.map(\.chapter) == [0, 0, 0, 0, 1, 1, 1])
      #expect(times.sentences[2].words.map(\.text) == ["We", "leave", "at", "once"])
      // The configured silences, exact to the sample: 600 ms after a paragraph, 300 ms between two sentences.
      let gaps = zip(times.sentences, times.sentences.dropFirst()).map { $1.start - $0.end }
      for (gap, expected) in zip(gaps, [0.6, 0.3, 0.6, 0.6, 0.6, 0.6]) { #expect(abs(gap - expected) < 0.000_05) }
      #expect(times.sentences[0].start == 0 && times.sentences[4].start == times.chapters[1].start)
      #expect(abs(times.sentences.last!.end - times.length) < 0.000_05)
      // There is silence between sentences, and none inside them.
      let samples = try await exports.samples("book.wav").withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
      for (sentence, gap) in zip(times.sentences, gaps) {
        let end = Int((sentence.end * Self.rate).rounded())
        #expect(samples[end..<end + Int(gap * Self.rate) - 1].allSatisfy { $0 == 0 })
        #expect(samples[Int(sentence.start * Self.rate)..<end].contains { abs(Int($0)) > 1_000 })
      }
      for sentence in times.sentences {
        let starts = sentence.words.map(\.start)
        #expect(starts == starts.sorted() && starts.allSatisfy { sentence.start...sentence.end ~= $0 })
      }
      let srt = String(decoding: try exports.bytes("book.srt"), as: UTF8.self)
      for (line, sentence) in zip(srt.split(separator: "\n").filter { $0.contains(" --> ") }, times.sentences) {
        #expect(line == "\(Self.srtTime(sentence.start)) --> \(Self.srtTime(sentence.end))")
      }
      #expect(srt.hasPrefix("1\n00:00:00,000 --> 00:00:0") && srt.contains("\n3\n") && srt.contains("sea & comes"))
      #expect(srt.split(separator: "\n").filter { $0.contains(" --> ") }.count == sentences.count)
      let vtt = String(decoding: try exports.bytes("book.vtt"), as: UTF8.self)
      #expect(vtt.hasPrefix("WEBVTT\n\n00:00:00.000 --> ") && vtt.contains("sea &amp; ") && vtt.contains(">leave"))
    }
  }

  private static func srtTime(_ seconds: Double) -> String {
    let milliseconds = Int((seconds * 1000).rounded())
    return String(
      format: "%02d:%02d:%02d,%03d", milliseconds / 3_600_000, milliseconds / 60_000 % 60, milliseconds / 1000 % 60,
      milliseconds % 1000)
  }

  @Test(arguments: [(SIGKILL, "wav"), (SIGINT, "wav"), (SIGKILL, "mp3")])
  func anInterruptedExportGoesOnAndBecomesTheSame(signal: Int32, ending: String) async throws {
    try await Exports.with(paragraphs: 30) { exports in
      let whole = try await exports.run("whole.\(ending)", "--json")
      #expect(whole.succeeded, "\(whole)")
      let book = "book.\(ending)"
      let export = try exports.start(book, ["--json"])
      try await eventually("a part of it has been spoken") {
        let lines = (try? exports.bytes("\(book).part.state"))?.count { $0 == UInt8(ascii: "\n") } ?? 0
        return lines > 20
      }
      export.send(signal: signal)
      let stopped = try await export.waitForEnd()
      #expect(signal == SIGKILL ? stopped.status == .signalled(SIGKILL) : stopped.exitCode == 130, "\(stopped)")
      #expect(!exports.exists(book) && exports.exists("\(book).part"))
      let rest = try await exports.run(book, "--json")
      #expect(rest.succeeded && rest.errors.contains("going on at "), "\(rest)")
      #expect(try exports.bytes(book) == exports.bytes("whole.\(ending)"))
      #expect(try exports.bytes("book.json") == exports.bytes("whole.json"))
      #expect(!exports.exists("\(book).part") && !exports.exists("\(book).part.state"))
    }
  }

  @Test func aPartThatWasCutOrIsOfAnotherVoiceIsMadeAnew() async throws {
    try await Exports.with { exports in
      #expect(try await exports.run("whole.wav").succeeded)
      let state = exports.file("book.wav.part.state")
      // The state has sentences whose samples are missing.
      try Data().write(to: URL(fileURLWithPath: exports.file("book.wav.part")))
      try Data("aloud-export 1 0\n100 0,0,5\n".utf8).write(to: URL(fileURLWithPath: state))
      let result = try await exports.run("book.wav")
      #expect(result.succeeded && !result.errors.contains("going on"), "\(result)")
      #expect(try exports.bytes("book.wav") == exports.bytes("whole.wav"))
    }
  }

  @Test func chaptersBecomeFilesThatMakeUpTheWhole() async throws {
    try await Exports.with { exports in
      #expect(try await exports.run("whole.flac").succeeded)
      #expect(try await exports.run("book.flac", "--chapters", "--srt").succeeded)
      let parts = try await exports.samples("book-01.flac") + exports.samples("book-02.flac")
      #expect(try await parts == exports.samples("whole.flac"))
      let tags = try await exports.probe("book-02.flac").tags
      #expect(tags["title"] == "Coming" && tags["album"] == "The Book" && tags["track"] == "2/2", "\(tags)")
      let srt = String(decoding: try exports.bytes("book-02.srt"), as: UTF8.self)
      #expect(srt.hasPrefix("1\n00:00:00,000 --> ") && srt.contains("Coming"))
      #expect(!exports.exists("book.flac"))
    }
  }

  @Test(arguments: [("wav", ""), ("flac", " --as FLAC"), ("opus", " --as opus")])
  func aPipeTakesTheSameSamplesAndTags(ending: String, option: String) async throws {
    try await Exports.with { exports in
      #expect(try await exports.run("whole." + ending).succeeded)
      let out = exports.file("out." + ending)
      let command = "'\(Project.program("aloud"))' export '\(exports.file("book.epub"))' -o - -q\(option)"
      let result = try await exports.shell("\(command) | cat > '\(out)'")
      #expect(result.succeeded && result.errors == "", "\(result)")
      #expect(try await exports.samples("out." + ending) == exports.samples("whole." + ending))
      let (probe, whole) = (try await exports.probe("out." + ending), try await exports.probe("whole." + ending))
      #expect(probe.tags == whole.tags && probe.tags["title"] == "The Book", "\(probe.tags)")
      #expect(probe.chapters.count == whole.chapters.count && probe.hasCover == whole.hasCover)
    }
  }

  @Test(arguments: ["m4b", "mka"]) func aFormatWithItsTableInFrontGoesIntoAFileOnly(ending: String) async throws {
    try await Exports.with { exports in
      let command = "'\(Project.program("aloud"))' export '\(exports.file("book.epub"))' -o - -q --as \(ending)"
      let piped = try await exports.shell("\(command) | cat")
      #expect(piped.output == "", "\(piped)")
      #expect(
        piped.errors.hasSuffix(
          "book.epub': a pipe takes wav, flac, opus or mp3, no \(ending)\ntry: -o OUT.\(ending)\n"),
        "\(piped)")
      let out = exports.file("out." + ending)
      let appended = try await exports.shell("echo kept > '\(out)'; \(command) >> '\(out)'")
      #expect(appended.exitCode == 2, "\(appended)")
      #expect(try exports.bytes("out." + ending) == Data("kept\n".utf8))
      let result = try await exports.shell("\(command) > '\(out)'")
      #expect(result.succeeded && result.errors == "", "\(result)")
      #expect(try await exports.run("whole." + ending).succeeded)
      #expect(try exports.bytes("out." + ending) == exports.bytes("whole." + ending))
    }
  }

  @Test func aNameWithoutAnEndingTakesWhatItIsToldToBe() async throws {
    try await Exports.with { exports in
      #expect(try await exports.run("book", "--as", "flac", "--srt").succeeded)
      #expect(try exports.bytes("book").starts(with: Data("fLaC".utf8)) && exports.exists("book.srt"))
      #expect(try await exports.run("part", "--as", "wav", "--chapters").succeeded)
      #expect(try exports.bytes("part-02").starts(with: Data("RIFF".utf8)))
      let refused = try await exports.run("other", "--as", "aiff")
      #expect(
        refused.exitCode == 2 && refused.errors.contains("'aiff' is not a format\ntry: --as wav, flac"), "\(refused)")
    }
  }

  @Test func anImpossibleExportIsToldInOneLineAndLeavesNothing() async throws {
    try await Exports.with { exports in
      func refused(_ result: CommandResult, _ status: Int32, _ message: String) {
        #expect(result.exitCode == status && result.errors.contains(message), "\(result)")
      }
      refused(try await exports.run("book.aiff"), 2, "the ending of")
      refused(try await exports.run("nowhere/book.wav"), 2, "there is no folder '")
      refused(try await exports.run("book.wav", "--voice", "nobody"), 5, "there is no voice 'nobody'")
      refused(try await exports.run("-", "--srt"), 2, "standard output holds one file")
      try Data("mine".utf8).write(to: URL(fileURLWithPath: exports.file("book.wav")))
      refused(try await exports.run("book.wav"), 2, "exists")
      #expect(try exports.bytes("book.wav") == Data("mine".utf8))
      let files = try FileManager.default.contentsOfDirectory(atPath: exports.folder).sorted()
      #expect(files == ["book.epub", "book.wav"])
      #expect(try await exports.run("book.wav", "--force").succeeded)
      #expect(try exports.bytes("book.wav").starts(with: Data("RIFF".utf8)))
      try Data("PK\u{3}\u{4} no archive".utf8).write(to: URL(fileURLWithPath: exports.file("book.epub")))
      refused(try await exports.run("other.wav"), 6, "cannot export")
    }
  }
}
