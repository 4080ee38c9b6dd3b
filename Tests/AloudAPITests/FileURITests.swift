import AloudAPI
import Testing

@Suite struct FileURITests {
  @Test(arguments: [
    ("file:///home/me/a%20book.txt", "/home/me/a book.txt"),
    ("FILE:/etc/motd", "/etc/motd"),
    ("file://localhost/etc/motd", "/etc/motd"),
    ("file:///%C3%BCber%25.txt", "/über%.txt"),
    ("file:///a.txt#chapter", "/a.txt"),
    ("file:///a.txt?x=1", "/a.txt"),
    ("file:////double", "//double"),
  ])
  func aFileURINamesItsPath(uri: String, path: String) throws {
    #expect(try FileURI.path(of: uri) == path)
  }

  @Test(arguments: [
    ("http://example.org/a.txt", FileURI.Problem.scheme("http"), APIErrorCode.unsupported),
    ("/etc/motd", .scheme("/etc/motd"), .unsupported),
    ("", .scheme(""), .unsupported),
    ("file://server/share/a.txt", .host("server"), .unsupported),
    ("file:relative.txt", .malformed, .noSuchFile),
    ("file:///a%00b", .malformed, .noSuchFile),
    ("file:///a%2", .malformed, .noSuchFile),
    ("file:///a%zz", .malformed, .noSuchFile),
  ])
  func everythingElseIsRefusedByName(uri: String, problem: FileURI.Problem, code: APIErrorCode) {
    #expect(throws: problem) { try FileURI.path(of: uri) }
    #expect(APIError(problem, uri: uri).code == code)
  }

  @Test func pathsBecomeUrisAndBack_P5() throws {
    let path = "/tmp/Ä b%c#?.txt"
    #expect(FileURI.uri(path: path) == "file:///tmp/%C3%84%20b%25c%23%3F.txt")
    #expect(try FileURI.path(of: FileURI.uri(path: path)) == path)
    // Bytes that are not UTF-8 come back as they were.
    #expect(try FileURI.uri(path: FileURI.path(of: "file:///a%FF/b%E4.txt")) == "file:///a%FF/b%E4.txt")
    #expect(try FileURI.uri(path: FileURI.path(of: "file:///%f4%8f%ba%80")) == "file:///%F4%8F%BA%80")
  }

  @Test func controlCharactersAreEscapedInURIs() {
    #expect(FileURI.printable("https://example.org/ä?b#c") == "https://example.org/ä?b#c")
    #expect(FileURI.printable("file:///a\u{1B}[31m\n\u{202E}b") == "file:///a%1B[31m%0A%E2%80%AEb")
  }
}
