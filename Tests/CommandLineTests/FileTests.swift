import AloudAPI
import CommandOutput
import Documents
import Glibc
import Testing
import Vocabulary

@testable import aloud

@Suite(.timeLimit(.minutes(3)))
struct FileTests {
  /// Runs `body` with a temporary folder.
  private func withFolder(_ body: (String) throws -> Void) throws {
    var template = Array("/tmp/aloud-test.XXXXXX".utf8CString)
    let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
    defer { system("rm -r '\(folder)'") }
    try body(folder)
  }

  private func write(_ path: String, _ bytes: [UInt8]) {
    let file = fopen(path, "w")!
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }

  private func failure(_ path: String) -> Failure? {
    do throws(Failure) {
      close(try FileCheck.open(path).descriptor)
      return nil
    } catch {
      return error
    }
  }

  @Test func theFormatOfANamelessTextFollowsItsFirstBytes() {
    func format(_ text: String) -> DocumentFormat { FileCheck.format(Array(text.utf8)[...]) }
    #expect(format("Hello.") == .text && format("# Hello\n\nWorld.") == .text && format("2 < 3") == .text)
    for text in [
      "<!DOCTYPE html><p>Hello", "\u{FEFF}<html>", "<?xml version='1.0'?><html>", "%PDF-1.7", "PK\u{3}\u{4}",
      "1\n00:00:01,000 --> 00:00:02,500\nHello.", "WEBVTT\n", "{\\rtf1 Hello}",
    ] {
      #expect(format(text) == .auto, "\(text)")
    }
  }

  @Test func badFilesAreNamedWithACure_S2_13() throws {
    try withFolder { folder in
      write("\(folder)/good.txt", Array("Hello".utf8))
      write("\(folder)/empty", [])
      write("\(folder)/binary", [1, 0, 2])
      write("\(folder)/book.epub", Array("PK\u{3}\u{4}xxmimetypeapplication/epub+zip".utf8))
      write("\(folder)/paper.pdf", Array("%PDF-1.7".utf8))
      write("\(folder)/wide.txt", [0xFF, 0xFE, 0x41, 0])
      write("\(folder)/picture", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13])
      mkfifo("\(folder)/fifo", 0o600)
      symlink("\(folder)/loop", "\(folder)/loop")

      // The service decides if a file is a document.
      for name in ["good.txt", "wide.txt", "book.epub", "paper.pdf"] { #expect(failure("\(folder)/\(name)") == nil) }
      let expected: [(String, String, Outcome)] = [
        ("missing", "there is no such file", .usage), ("empty", "it is empty", .usage),
        ("binary", "it is binary, not text", .unsupported), ("picture", "it is a picture", .unsupported),
        ("", "it is a directory", .usage),
        ("fifo", "it is a FIFO", .usage),
        ("loop", "its symbolic links go round in a circle", .usage),
        ("good.txt/more", "a part of the path is not a directory", .usage),
      ]
      for (name, reason, status) in expected {
        let found = failure("\(folder)/\(name)")
        #expect(found?.message == "cannot read '\(folder)/\(name)': \(reason)")
        #expect(found?.status == status)
      }
      #expect(failure("/dev/null")?.message == "cannot read '/dev/null': it is a device")
      #expect(failure("")?.status == .usage)
    }
  }

  @Test func urisOfFilesAreTakenAndOthersNamed() throws {
    #expect(try FileArgument.path("file:///tmp/a%20b.txt") == "/tmp/a b.txt")
    #expect(try FileArgument.path("file://localhost/tmp/x") == "/tmp/x")
    #expect(try FileArgument.path("FILE:/tmp/x?y#z") == "/tmp/x")
    #expect(try FileArgument.path("a:b.txt") == "a:b.txt" && FileArgument.path("Chapter 1: x") == "Chapter 1: x")
    #expect(failure("https://example.org/a")?.status == .unsupported)
    #expect(failure("https://example.org/a")?.cure == "curl -s https://example.org/a | aloud read -")
    #expect(failure("file://server/a")?.status == .unsupported)
    #expect(failure("file:///%zz")?.status == .usage && failure("file:///%00")?.status == .usage)
  }

  @Test func filesAreCountedAsPeopleCount_S2_30() {
    let ordered = [
      "1.txt", "2.txt", "02b.txt", "10.txt", "Chapter 2", "chapter 2a", "chapter 10", "chapter 99999999999999999999",
      "chapter 100000000000000000000", "Zebra", "über",
    ]
    #expect(ordered.shuffled().sorted(by: NaturalOrder.precedes) == ordered)
    for a in ordered { for b in ordered { #expect(!(NaturalOrder.precedes(a, b) && NaturalOrder.precedes(b, a))) } }
    // Numbers in two spellings are two names with a fixed order.
    #expect(NaturalOrder.precedes("01", "1") != NaturalOrder.precedes("1", "01"))
  }

  @Test func pathsAreNamedFromTheRoot() {
    #expect(FileArgument.absolute("/a/./b/../c//d") == "/a/c/d" && FileArgument.absolute("/../..") == "/")
    #expect(FileArgument.absolute("x").hasSuffix("/x"))
  }

  @Test func longTextsGoByDescriptorAndArriveWhole() throws {
    guard case .text("short") = try TextInput.of("short") else { return #expect(Bool(false)) }
    let long = String(repeating: "0123456789abcde\n", count: 8192)
    guard case .descriptor(let descriptor) = try TextInput.of(long) else { return #expect(Bool(false)) }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: long.utf8.count + 1)
    #expect(pread(descriptor, &bytes, bytes.count, 0) == long.utf8.count && bytes.dropLast() == Array(long.utf8)[...])
    #expect(lseek(descriptor, 0, SEEK_CUR) == 0)
  }

  @Test func bytesThatAreNoTextGoByDescriptorSoThatTheServiceNamesTheFault() throws {
    for bytes in [[0xE4, 0x20], [0x41, 0x00]] as [[UInt8]] {
      guard case .descriptor(let descriptor) = try TextInput.of(bytes: bytes, task: "read it") else {
        return #expect(Bool(false))
      }
      close(descriptor)
    }
  }
  @Test func shellsTakeWhatIsQuoted() {
    #expect(shellQuoted("/a/b.txt") == "/a/b.txt" && shellQuoted("it's") == "'it'\\''s'" && shellQuoted("") == "''")
    #expect(shellQuoted("a\u{1B}b\n") == #"$'a\x1bb\x0a'"# && shellQuoted("it's\t\\") == #"$'it\'s\x09\\'"#)
    #expect(shellQuoted(FileName.text([0x63, 0xE9, 0x2E])) == #"$'c\xe9.'"#)
  }
}
