import Documents
import Reading
import Testing
import Vocabulary

@testable import AloudService

/// The files that the entries of a playlist stand for.
struct PlaylistPathTests {
  private func paths(_ locations: String...) throws(ReadingError) -> [String] {
    try PlaylistEntry(locations).paths(in: "/music/list s")
  }

  private func kind(_ location: String) -> TroubleCode? {
    do throws(ReadingError) { _ = try paths(location) } catch { return error.code }
    return nil
  }

  @Test func pathsAreRelativeToTheFolderOfTheList_S2_30() throws {
    #expect(try paths("a b.mp3") == ["/music/list s/a b.mp3"])
    #expect(try paths("../talk.ogg") == ["/music/list s/../talk.ogg"] && paths("/x/y.mp3") == ["/x/y.mp3"])
    #expect(try PlaylistEntry(["a.mp3"]).paths(in: "") == ["/a.mp3"])
  }

  @Test func whatStandsInTheListIsTriedBeforeItsDecodedForm() throws {
    #expect(try paths("100%25.mp3") == ["/music/list s/100%25.mp3", "/music/list s/100%.mp3"])
    #expect(try paths("a%20b/%23c.mp3#t=3") == ["/music/list s/a%20b/%23c.mp3#t=3", "/music/list s/a b/#c.mp3"])
    #expect(try paths("100%.mp3") == ["/music/list s/100%.mp3"])
    #expect(try paths("CD 1\\01.mp3") == ["/music/list s/CD 1\\01.mp3", "/music/list s/CD 1/01.mp3"])
    #expect(try paths("Für", "F\u{10FEFC}r") == ["/music/list s/Für", "/music/list s/F\u{10FEFC}r"])
  }

  @Test func urisOfFilesAreDecoded_S2_30() throws {
    #expect(try paths("file:///a%20b%C3%BC.mp3") == ["/a bü.mp3"])
    #expect(try paths("FILE://localhost/a.mp3") == ["/a.mp3"])
    #expect(kind("file://other/a.mp3") == .unknownFormat && kind("file:a.mp3") == .noSuchFile)
    #expect(kind("file:///a%00b") == .noSuchFile)
  }

  @Test(arguments: [
    "http://example.org/a.mp3", "HTTPS://x", "rtsp://x/y", "mms://x", "smb://server/a.mp3", "concat:a.mp3|b.mp3",
    "data:audio/mp3;base64,AAAA", "pipe:0", "cdda:1", "x-y+z.1://q",
  ])
  func anAddressIsNoFile(location: String) {
    #expect(kind(location) == .unknownFormat)
  }

  @Test func aNameWithAColonIsNoAddress() throws {
    #expect(try paths("Chapter 1: Beginning.mp3") == ["/music/list s/Chapter 1: Beginning.mp3"])
    #expect(try paths("Title:x.mp3") == ["/music/list s/Title:x.mp3"])
    #expect(try paths("img%03d.png").first == "/music/list s/img%03d.png")
  }

  @Test func aPathOfAnotherSystemIsToldSo() {
    #expect(kind("C:\\Music\\a.mp3") == .noSuchFile && kind("d:/a.mp3") == .noSuchFile)
    #expect(kind("a\0b") == .noSuchFile)
  }

  /// An XSPF track may have several places.
  @Test func aPlaceOnTheNetworkDoesNotHideTheOneHere() throws {
    #expect(try paths("http://x/a.mp3", "a.mp3") == ["/music/list s/a.mp3"])
  }
}
