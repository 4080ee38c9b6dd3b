import DocumentReading
import Documents
import Testing
import Vocabulary

/// Playlists: the files that they name.
@Suite(.timeLimit(.minutes(1)))
struct PlaylistTests {
  private static func latin1(_ bytes: [UInt8], _ declared: String?) -> [UInt8] {
    if String(validating: bytes, as: UTF8.self) != nil {
      return bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    }
    return Array(String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })).utf8)
  }

  private func read(_ bytes: [UInt8], _ syntax: PlaylistSyntax) throws(Trouble) -> [PlaylistEntry] {
    try PlaylistReader.read(bytes, as: syntax, decode: Self.latin1)
  }

  private func read(_ text: String, _ syntax: PlaylistSyntax) throws(Trouble) -> [PlaylistEntry] {
    try read(Array(text.utf8), syntax)
  }

  private func code(_ text: String, _ syntax: PlaylistSyntax) -> TroubleCode? {
    do throws(Trouble) { _ = try read(text, syntax) } catch { return error.code }
    return nil
  }

  @Test func m3uHasAFileALineAndTheTitleAboveIt_S2_30() throws {
    let text = """
      \u{FEFF}#EXTM3U\r
      #EXTINF:123 logo="a,b" ,  Ann, the artist - Opening  \r
      talks/one two.mp3\r
      \r
      # a comment, and # another one
      #EXTINF:-1,
      \t/music/três.ogg \t
      #PLAYLIST:Mine\rfile:///a%20b.flac\n\u{1A}
      """
    #expect(
      try read(text, .m3u) == [
        PlaylistEntry(["talks/one two.mp3"], title: "Ann, the artist - Opening"), PlaylistEntry(["/music/três.ogg"]),
        PlaylistEntry(["file:///a%20b.flac"]),
      ])
  }

  @Test func aListWithoutAHeaderIsReadLikeOneWith() throws {
    #expect(try read("b.mp3\na.mp3", .m3u).map(\.locations) == [["b.mp3"], ["a.mp3"]])
  }

  @Test func aTitleBelongsToTheNextFileOnly() throws {
    #expect(try read("#EXTINF:1,One\na\nb", .m3u).map(\.title) == ["One", ""])
  }

  /// The names on the disk may have been converted since the list was written.
  @Test func aListInAnOldEncodingNamesItsFilesInBothWays() throws {
    let bytes = Array("#EXTINF:1,F".utf8) + [0xFC] + Array("r\nF".utf8) + [0xFC] + Array("r.mp3\nplain.mp3".utf8)
    let raw = FileName.text(Array("F".utf8) + [0xFC] + Array("r.mp3".utf8))
    #expect(
      try read(bytes, .m3u) == [PlaylistEntry(["Für.mp3", raw], title: "Für"), PlaylistEntry(["plain.mp3"])])
  }

  @Test func plsIsInTheOrderOfItsNumbers_S2_30() throws {
    let text = """
      [playlist]
      NumberOfEntries=3
      file10 = ten.mp3
      Title2=The second
      File2=two=2.mp3
      FILE1=/one.mp3
      Length1=-1
      File=none
      Filex=none
      File3=
      File99999999999=far
      Version=2
      """
    #expect(
      try read(text, .pls) == [
        PlaylistEntry(["/one.mp3"]), PlaylistEntry(["two=2.mp3"], title: "The second"), PlaylistEntry(["ten.mp3"]),
      ])
  }

  @Test func xspfHasTracksWithLocations_S2_30() throws {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <playlist version="1" xmlns="http://xspf.org/ns/0/"><title>List</title><location>list.xspf</location>
      <trackList>
        <track><location> talks/a%20b.mp3 </location><title>A &amp;
          B</title><image>x.png</image></track>
        <track><title>Only known by name</title></track>
        <track><location>file:///c.ogg</location><location>c.mp3</location><location>d.mp3</location></track>
      </trackList></playlist>
      """
    #expect(
      try read(text, .xspf) == [
        PlaylistEntry(["talks/a%20b.mp3"], title: "A & B"), PlaylistEntry(["file:///c.ogg", "c.mp3"]),
      ])
  }

  @Test func theListOfAStreamIsRefused() {
    #expect(code("#EXTM3U\n#EXT-X-VERSION:3\n#EXTINF:5,\na.ts\n", .m3u) == .unknownFormat)
    #expect(code("#EXTM3U\na.mp3\n#ext-x-endlist", .m3u) == .unknownFormat)
  }

  @Test func aListWithoutAFileIsEmpty() {
    #expect(code("#EXTM3U\n# nothing\n", .m3u) == .empty && code("[playlist]\n", .pls) == .empty)
    #expect(code("<playlist><trackList/></playlist>", .xspf) == .empty)
  }

  @Test func xmlThatIsDamagedIsToldSo() {
    #expect(code("<playlist><trackList><track><location>a</location></track>", .xspf) == .damaged)
    #expect(
      code("<playlist><trackList><track><location>a & b</location></track></trackList></playlist>", .xspf) == .damaged)
  }

  /// Entities that unfold to gigabytes, or that read another file.
  @Test func entitiesAreNotUnfolded() {
    let bomb = """
      <?xml version="1.0"?><!DOCTYPE p [<!ENTITY a "\(String(repeating: "x", count: 10_000))">
      <!ENTITY b "\(String(repeating: "&a;", count: 10_000))"><!ENTITY c SYSTEM "file:///etc/passwd">]>
      <playlist><trackList><track><location>\(String(repeating: "&b;", count: 1000))&c;</location></track></trackList></playlist>
      """
    let entries = (try? read(bomb, .xspf)) ?? []
    #expect(
      entries.allSatisfy {
        $0.locations[0].utf8.count <= PlaylistEntry.maximumLocation && !$0.locations[0].contains("root:")
      })
  }

  @Test func binaryDataAreNoList() {
    #expect(throws: Trouble.self) { try read([0x61, 0x0A, 0x01, 0x02, 0xFF], .m3u) }
  }

  @Test func listsAreBounded() throws {
    let most = PlaylistEntry.maximumCount
    for (syntax, entry) in [(PlaylistSyntax.m3u, "a\n"), (.xspf, "<track><location>a</location></track>")] {
      func list(_ count: Int) -> String {
        let entries = String(repeating: entry, count: count)
        return syntax == .xspf ? "<playlist><trackList>\(entries)</trackList></playlist>" : entries
      }
      #expect(try read(list(most), syntax).count == most)
      #expect(code(list(most + 1), syntax) == .tooLarge)
    }
    #expect(code((0...most).map { "File\($0)=a" }.joined(separator: "\n"), .pls) == .tooLarge)
    let long = String(repeating: "ä", count: 100_000)
    let entry = try #require(try read("#EXTINF:1,\(long)\n\(long)", .m3u).first)
    #expect(entry.title.utf8.count <= PlaylistEntry.maximumTitle)
    #expect((4097...PlaylistEntry.maximumLocation).contains(entry.locations[0].utf8.count))
    #expect(throws: Trouble.self) {
      try read([UInt8](repeating: 0x61, count: PlaylistReader.maximumSize + 1), .m3u)
    }
  }

  /// Lists with bytes changed, doubled or left out end in entries within the limits, or in an error.
  @Test func damagedListsEndInEntriesOrAnError() {
    let lists: [(PlaylistSyntax, String)] = [
      (.m3u, "#EXTM3U\n#EXTINF:12,Ann - One\na/b.mp3\n#EXTINF:3 x=\"y,z\",Two\n../c d.ogg\nhttp://x/y\n"),
      (.pls, "[playlist]\nFile1=a.mp3\nTitle1=A\nFile2=file:///b%20c\nNumberOfEntries=2\n"),
      (
        .xspf,
        "<?xml version=\"1.0\"?><playlist><trackList><track><location>a</location><title>T</title></track></trackList></playlist>"
      ),
    ]
    var dice = SystemRandomNumberGenerator()
    for (syntax, text) in lists {
      for _ in 0..<2000 {
        var bytes = Array(text.utf8)
        for _ in 0..<Int.random(in: 1...8, using: &dice) {
          let place = Int.random(in: 0..<bytes.count, using: &dice)
          switch Int.random(in: 0..<4, using: &dice) {
          case 0: bytes[place] = .random(in: 0...255, using: &dice)
          case 1: bytes.insert(contentsOf: bytes[place...].prefix(20), at: place)
          case 2: bytes.removeSubrange(place..<min(bytes.count, place + 9))
          default: bytes.insert(contentsOf: [0xFF, 0, 0x0D, 0x3C, 0x22].shuffled(using: &dice).prefix(2), at: place)
          }
          if bytes.isEmpty { bytes = [0x61] }
        }
        guard let entries = try? read(bytes, syntax) else { continue }
        #expect(!entries.isEmpty && entries.count <= bytes.count)
        for entry in entries {
          #expect((1...PlaylistEntry.maximumLocations).contains(entry.locations.count))
          #expect(entry.locations.allSatisfy { !$0.isEmpty && $0.utf8.count <= PlaylistEntry.maximumLocation })
          #expect(entry.title == Line.clean(entry.title, limit: PlaylistEntry.maximumTitle))
        }
      }
    }
  }
}
