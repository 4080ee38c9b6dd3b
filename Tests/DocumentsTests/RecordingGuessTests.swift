import Documents
import Testing
import Vocabulary

/// Recordings are recognised by their bytes alone, and no text is one of them.
@Suite(.timeLimit(.minutes(3)))
struct RecordingGuessTests {
  private func isRecording(_ bytes: [UInt8], _ name: String = "a.txt") -> Bool {
    FormatGuess(bytes[...], name: name) == .format(.recording)
  }

  /// Two frames of 128 kbit/s at 44,100 Hz, without padding: 417 bytes each.
  private static let frames = [[0xFF, 0xFB, 0x90, 0x00], [0xFF, 0xFB, 0x90, 0x00], [0xFF, 0xFB, 0x90, 0x00]]
    .flatMap { $0 + [UInt8](repeating: 0, count: 413) }

  private static let zeros = [UInt8](repeating: 0, count: 64)

  @Test(arguments: [
    Array("ID3".utf8) + [4, 0, 0, 0, 0, 1, 0], Array("OggS".utf8), Array("fLaC".utf8) + [0, 0, 0, 0x22],
    [0x1A, 0x45, 0xDF, 0xA3], Array("RIFF\u{1}\u{0}\u{0}\u{0}WAVEfmt ".utf8),
    Array("RIFF\u{1}\u{0}\u{0}\u{0}AVI LIST".utf8),
    Array("FORM\u{0}\u{0}\u{0}\u{1}AIFC".utf8), [0, 0, 0, 0x18] + Array("ftypM4B ".utf8),
    [0, 0, 0, 1] + Array("mdat".utf8), Array("wvpk".utf8), Array("caff".utf8) + [0, 1], Array("MAC ".utf8),
    Array("FLV".utf8) + [1], [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11],
  ])
  func theFirstBytesShowARecording(start: [UInt8]) {
    #expect(isRecording(start + Self.zeros) && isRecording(start + Self.zeros, "page.html"))
  }

  @Test func framesOfMPEGAudioNeedNoTag() {
    #expect(isRecording(Self.frames))
    // ... and stand behind anything that is no text.
    #expect(isRecording([0, 7, 0xFF, 0xFB] + Self.frames))
    // One header by itself is a coincidence.
    #expect(!isRecording(Array(Self.frames.prefix(400)) + Self.zeros))
    // AAC in ADTS: 44,100 Hz, frames of 64 bytes.
    let adts: [UInt8] = [0xFF, 0xF1, 0x50, 0x80, 0x08, 0x1F, 0xFC] + [UInt8](repeating: 0, count: 57)
    #expect(isRecording(adts + adts + adts))
  }

  @Test(arguments: [
    "ID3 tags are old", "OggS", "fLaC is a format", "RIFF 12 WAVE fmt", "FORM 123 AIFF", "1234ftypM4B is a box",
    "MAC addresses have six bytes", "caff", "#!AMR", ".snd",
  ])
  func aTextIsNoRecordingWhateverItsName(text: String) {
    #expect(FormatGuess(Array(text.utf8)[...], name: "a.mp3") == .format(.text))
    #expect(FormatGuess(Array((text + "\n\tMore of it.\n").utf8)[...], name: "a.wav") == .format(.text))
  }

  /// They name other files, of which none is opened; and nobody wants to hear them read.
  @Test(arguments: [
    "ffconcat version 1.0\nfile /etc/passwd\n",
    "<?xml version=\"1.0\"?>\n<MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\"/>\n", "<ASX version=\"3.0\"></ASX>",
  ])
  func aListOfAStreamOrOfPiecesIsRefusedWhateverItsName(text: String) {
    for name in ["a.txt", "a.mp3", ""] {
      #expect(FormatGuess(Array(text.utf8)[...], name: name) == .other(.playlist), "\(name)")
    }
  }

  @Test(arguments: [
    ("#EXTM3U\n#EXTINF:5,\nhttp://example.org/a.mp3\n", PlaylistSyntax.m3u),
    ("\u{FEFF}#EXTM3U\r\n#EXT-X-VERSION:3\r\n#EXTINF:5,\r\n/etc/passwd\r\n#EXT-X-ENDLIST\r\n", .m3u),
    ("[playlist]\nFile1=http://example.org/a.mp3\nNumberOfEntries=1\n", .pls),
    ("<?xml version=\"1.0\"?>\n<playlist version=\"1\" xmlns=\"http://xspf.org/ns/0/\"></playlist>\n", .xspf),
  ])
  func aPlaylistIsRecognisedWhateverItsName_S2_30(text: String, syntax: PlaylistSyntax) {
    for name in ["a.txt", "a.mp3", ""] {
      #expect(FormatGuess(Array(text.utf8)[...], name: name) == .playlist(syntax), "\(name)")
    }
  }

  @Test func aListOfPathsIsAPlaylistByItsName() {
    let text = Array("talk.mp3\nmusic.ogg\n".utf8)[...]
    #expect(FormatGuess(text, name: "a.txt") == .format(.text))
    #expect(FormatGuess(text, name: "a.M3U") == .playlist(.m3u))
    #expect(FormatGuess(text, name: "a.m3u8") == .playlist(.m3u) && FormatGuess(text, name: "a.pls") == .playlist(.pls))
  }

  @Test func utf16IsNoRecording() {
    let wide = Array("Grüße, ÿûþ\n".utf16).flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    #expect(!isRecording([0xFF, 0xFE] + wide) && !isRecording([0xFE, 0xFF] + wide))
  }

  @Test func picturesInTheirContainersStayPictures() {
    for start in [Array("RIFF\u{1}\u{0}\u{0}\u{0}WEBPVP8 ".utf8), [0, 0, 0, 0x18] + Array("ftypavif".utf8)] {
      guard case .other(let format) = FormatGuess((start + Self.zeros)[...], name: "") else {
        Issue.record("not recognised")
        continue
      }
      #expect(format.name == "a picture")
    }
  }
}
