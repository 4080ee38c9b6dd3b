import AloudAPI
import Testing

@testable import AloudService

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
    ("http://example.org/a.txt", APIErrorCode.unsupported),
    ("/etc/motd", .unsupported),
    ("", .unsupported),
    ("file://server/share/a.txt", .unsupported),
    ("file:relative.txt", .noSuchFile),
    ("file:///a%00b", .noSuchFile),
    ("file:///a%2", .noSuchFile),
    ("file:///a%zz", .noSuchFile),
    ("file:///%FF%FE", .noSuchFile),
  ])
  func everythingElseIsRefusedByName(uri: String, code: APIErrorCode) {
    #expect { try FileURI.path(of: uri) } throws: { ($0 as? APIError)?.code == code }
  }
}
