import AloudAPI
import BusValues
import Testing
import Vocabulary

@Suite("Options of Speak, SpeakFd and Open", .timeLimit(.minutes(3)))
struct SpeakOptionsTests {
  private func parse(_ table: [String: BusValue]) throws(APIError) -> SpeakOptions {
    try SpeakOptions(table)
  }

  private static let full: [String: BusValue] = [
    "voice": .string("gmw/en-US"), "engine": .string("hum"), "language": .string("en-GB"), "all-in": .string("de"),
    "rate": .double(1.5),
    "pitch": .double(0.75),
    "range": .double(0), "volume": .double(0.5), "punctuation": .string("some"), "leading-delay": .int64(250_000),
    "trailing-delay": .int64(3_600_000_000), "format": .string("epub"), "chapters": .bool(false), "title": .string("T"),
    "artist": .strings(["A", "B"]),
    "album": .string("Al"), "url": .string("file:///x"), "art-url": .string("file:///y.png"),
    "when-busy": .string("now"), "request": .string("read"), "after": .objectPath("/org/aloud/Aloud1/track/3"),
    "paused": .bool(true), "again": .bool(true), "from-chapter": .uint32(3),
    "from-paragraph": .uint32(1_000_000), "paired-text": .string("file:///x.srt"), "on-clock": .bool(true),
    "more-follows": .bool(true), "learn": .vardict(["gap-factor": .double(2)]),
  ]

  @Test func noOptionsMeanTheConfigurationDecides() throws {
    #expect(try parse([:]) == SpeakOptions())
    #expect(SpeakOptions().table.isEmpty)
  }

  @Test func everyOptionIsReadAndWrittenBack() throws {
    let options = try parse(Self.full)
    #expect(options.table == Self.full)
    #expect(options.leadingDelay == .milliseconds(250))
    #expect(options.trailingDelay == .seconds(3600))
    #expect(options.whenBusy == .now)
  }

  @Test func everyDescribedOptionIsKnownAndNoOtherIs() {
    #expect(Set(SpeakOptions.descriptions.map(\.name)) == Set(Self.full.keys))
    for option in SpeakOptions.descriptions { #expect(Self.full[option.name]?.signature == option.signature) }
  }

  @Test func aClientsOwnOptionsAreIgnored() throws {
    #expect(try parse(["x-zeta": .bool(true), "x-": .double(.nan), "rate": .double(2)]) == SpeakOptions(rate: 2))
  }

  @Test(arguments: [BusValue.byte(2), .int16(2), .uint16(2), .int32(2), .uint32(2), .int64(2), .uint64(2)])
  func anIntegerIsTakenForANumber(value: BusValue) throws {
    #expect(try parse(["rate": value]) == SpeakOptions(rate: 2))
    #expect(throws: APIError.self) { _ = try parse(["volume": value]) }
  }

  @Test(
    arguments: [
      ("paired-text", .string("")), ("paired-text", .string("x.srt")), ("paired-text", .string("http://a/x.srt")),
      ("on-clock", .string("yes")), ("voice", .string("")), ("language", .string("")), ("rate", .double(0.2499)),
      ("rate", .double(6.001)),
      ("rate", .double(0)), ("rate", .double(-1)), ("rate", .double(.nan)), ("rate", .double(.infinity)),
      ("pitch", .double(0.49)), ("pitch", .double(2.01)), ("range", .double(-0.1)), ("range", .double(2.1)),
      ("volume", .double(-0.01)), ("volume", .double(1.01)), ("volume", .double(.nan)),
      ("punctuation", .string("most")), ("punctuation", .string("None")), ("leading-delay", .int64(-1)),
      ("leading-delay", .int64(3_600_000_001)), ("leading-delay", .int64(.min)), ("leading-delay", .int64(.max)),
      ("trailing-delay", .int64(-1)), ("title", .string("")), ("title", .string(String(repeating: "é", count: 2049))),
      ("artist", .strings([String(repeating: "a", count: 4097)])), ("when-busy", .string("later")),
      ("url", .string(String(repeating: "u", count: 65537))), ("art-url", .string("")),
      ("from-chapter", .uint32(0)), ("from-paragraph", .uint32(1_000_001)),
    ] as [(String, BusValue)])
  func aValueOutOfRangeNamesTheOptionAndTheRange(name: String, value: BusValue) throws {
    let option = try #require(SpeakOptions.descriptions.first { $0.name == name })
    do throws(APIError) {
      _ = try parse([name: value])
      Issue.record("\(name) = \(value) was accepted")
    } catch {
      #expect(error.code == .invalidOption)
      #expect(error.message.contains("'\(name)'"))
      #expect(error.message.contains("(\(option.signature.text))"))
      #expect(error.message.contains(option.range))
    }
  }

  @Test(arguments: SpeakOptions.descriptions)
  func aValueOfAnotherTypeIsNeverConverted(option: OptionDescription) {
    let others: [BusValue] = [
      .byte(1), .bool(true), .int32(1), .uint32(1), .int64(1), .uint64(1), .double(1), .string("queue"),
      .objectPath("/"), .signature("s"), .strings(["a"]), .objectPaths(["/"]), .vardict([:]), .structure([.bool(true)]),
      .variant(.double(1)), .variant(.string("queue")), .array(of: .variant, []),
    ]
    for value in others where value.signature != option.signature {
      if option.signature == .double, value.asNumber != nil { continue }
      #expect(throws: APIError.self, "\(option.name) as \(value.signature)") { _ = try parse([option.name: value]) }
    }
  }

  @Test func theEdgesOfEachRangeAreAccepted() throws {
    for table in [
      ["rate": .double(0.25)], ["rate": .double(6)], ["pitch": .double(0.5)], ["pitch": .double(2)],
      ["range": .double(2)],
      ["volume": .double(0)], ["volume": .double(1)], ["leading-delay": .int64(0)], ["artist": .strings([])],
    ] as [[String: BusValue]] {
      #expect(try parse(table).table == table)
    }
  }

  @Test func emptyArtistsAreLeftOut() throws {
    #expect(try parse(["artist": .strings(["", "A", ""])]).artists == ["A"])
  }
}
