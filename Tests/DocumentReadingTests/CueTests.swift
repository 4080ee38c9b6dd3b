import DesktopSupport
import DocumentReading
import Documents
import Testing
import Vocabulary

/// Subtitles and song texts with their times.
@Suite(.timeLimit(.minutes(1)))
struct CueTests {
  /// The cues as `start-end text`, with the words as `|start word`.
  private func cues(_ file: String) throws(Trouble) -> [String] {
    var cues: [String] = []
    try SubtitleReader.readTimed(Array(file.utf8)) { part in
      guard case .block(let block) = part, let time = block.time else { return }
      let words = time.words.map { "|\($0.start) \(String(decoding: block.text[$0.utf8], as: UTF8.self))" }
      cues.append("\(time.start)-\(time.end) \(String(decoding: block.text, as: UTF8.self))" + words.joined())
    }
    return cues
  }

  @Test func subRipAndWebVTTHaveTheirTimes_S2_31() throws {
    #expect(
      try cues(
        "1\r\n00:00:01,000 --> 00:00:02,500\r\n<i>Hello</i>,\r\n{\\an8}friend.\r\n\r\n2\r\n01:00:03,040 --> 01:00:04,000\r\n- And you?"
      ) == ["1000-2500 Hello, friend.", "3603040-3604000 And you?"])
    #expect(
      try cues(
        """
        WEBVTT - A title

        NOTE nobody says this

        first
        00:01.000 --> 00:02.000 align:start
        <v Ann>Hello</v> &amp; <00:01.500><c>good</c> <00:01.750>day

        00:03.000 --> 00:04.000
        - And you?
        """) == ["1000-2000 Hello & good day|1000 Hello &|1500 good|1750 day", "3000-4000 And you?"])
  }

  @Test func songTextsHaveTheirTimes_S2_31() throws {
    #expect(
      try cues(
        """
        [ti:A Song]
        [ar:Ann]
        [offset:+100]
        [00:10.00]First
        [00:30.50][00:20.5]Again
        [01:00]<01:00.00>Word <01:00.50>by <01:01.20>word
        [00:40.00]
        """) == [
          "9900-20400 First", "20400-30400 Again", "30400-39900 Again",
          "59900-64900 Word by word|59900 Word|60400 by|61100 word",
        ])
    var description: DocumentDescription?
    try SubtitleReader.readTimed(Array("[ti:A Song]\n[ar:Ann]\n[00:01.00]x".utf8)) {
      if case .description(let said) = $0 { description = said }
    }
    #expect(description?.title == "A Song" && description?.authors == ["Ann"])
  }

  @Test func aSongTextIsAlsoReadWithoutItsTimes() throws {
    var parts: [DocumentPart] = []
    try SubtitleReader.read(Array("[ti:A Song]\n[00:02.00]Two\n[00:01.00]One\n".utf8)) { parts.append($0) }
    #expect(outline(parts) == ["# 0  ", "paragraph: One", "paragraph: Two"])
    #expect(parts.allSatisfy { if case .block(let block) = $0 { block.time == nil } else { true } })
  }

  @Test func oddTimesAreMendedOrLeftOut_S2_31() throws {
    // Out of order, together, before their beginning, overlapping, and none at all.
    #expect(
      try cues(
        """
        1
        00:00:05,000 --> 00:00:06,000
        Five

        2
        00:00:01,000 --> 00:00:09,000
        One

        3
        00:00:01,000 --> 00:00:02,000
        Too

        4
        00:00:03,000 --> 00:00:02,000
        Three

        5
        00:00:xx,000 --> 00:00:02,000
        Nothing

        6
        99999999:00:00,000 --> 99999999:00:01,000
        Never
        """) == ["1000-9000 One Too", "3000-5000 Three", "5000-6000 Five"])
    #expect(throws: Trouble.self) { try cues("1\n00:00:01,000 --> 00:00:02,000\n<i></i>\n") }
    #expect(throws: Trouble.self) { try cues("No times at all.\n") }
  }

  @Test func aLineThatScrollsIsOneAndThatIsSaidAgainIsAnother_S2_31() throws {
    #expect(
      try cues(
        """
        WEBVTT

        00:01.000 --> 00:02.000
        No.

        00:02.010 --> 00:03.000
        No.
        Yes.

        00:09.000 --> 00:10.000
        Yes.
        """) == ["1000-2000 No.", "2010-3000 Yes.", "9000-10000 Yes."])
  }

  @Test func aMillionCuesAreRefusedInAMoment_S2_31() {
    let many = (0..<60_000).map { "1\n00:00:00,0 --> 00:00:01,0\n\($0)" }.joined(separator: "\n\n")
    // Those that begin together are one.
    #expect(throws: Never.self) { try cues(many) }
    let different = (0..<60_000).map { "1\n\($0 / 3600):\($0 / 60 % 60):\($0 % 60),0 --> 99:0:0,0\n\($0)" }
      .joined(separator: "\n\n")
    #expect(throws: Trouble.self) { try cues(different) }
    let times = String(repeating: "[00:01.00]", count: 1_000_000)
    #expect(throws: Trouble.self) { try cues(times + "x") }
    // Many times of a long line would make far more of the text than it is.
    let line = String(repeating: "x", count: 1 << 20)
    let stamps = (0..<1000).map { "[\($0):00.00]" }.joined()
    #expect(throws: Trouble.self) { try cues(stamps + line) }
  }

  @Test(arguments: [UInt64(1), .random(in: 2...(.max))])
  func anyBytesHavePossibleTimes_S2_31(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let pieces = [
      "<", ">", "\n", "\n\n", "00:01.00", "[", "]", " --> ", "[00:01.5]", "<00:02.1>", "[offset:", "-500]", "x", "é",
      "9", ":", "1\n00:00:01,0 --> 00:00:02,0\n", "<00:01.900>", "WEBVTT\n",
    ]
    for _ in 0..<2000 {
      let text = (0..<40).map { _ in pieces.randomElement(using: &generator)! }.joined()
      var last = -1
      try? SubtitleReader.readTimed(Array(text.utf8)) { part in
        guard case .block(let block) = part else { return }
        guard let time = block.time else {
          Issue.record("no time: \(text)")
          return
        }
        #expect(time.isPossible(within: block.text.count) && time.start > last && !block.text.isEmpty, "\(text)")
        last = time.start
      }
    }
  }
}
