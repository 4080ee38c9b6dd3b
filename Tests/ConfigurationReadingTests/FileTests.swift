import Configuration
import Glibc
import Testing

@testable import ConfigurationReading

@Suite(.timeLimit(.minutes(3)))
struct FileTests {
  @Test func badFilesAreProblemsAndMissingOnesAreNot() throws {
    var template = Array("/tmp/aloud-test.XXXXXX".utf8CString)
    let directory = try #require(mkdtemp(&template).map { String(cString: $0) })
    defer { for name in ["good", "latin", "fifo"] { unlink("\(directory)/\(name)") }; rmdir(directory) }
    func write(_ name: String, _ bytes: [UInt8]) {
      let file = fopen("\(directory)/\(name)", "w")!
      fwrite(bytes, 1, bytes.count, file)
      fclose(file)
    }
    write("good", Array("[speech]\npitch = 2\n".utf8))
    write("latin", [0x23, 0xE4, 0x0A])
    mkfifo("\(directory)/fifo", 0o600)
    let loaded = ConfigurationFiles.load(
      paths: ["\(directory)/missing", "\(directory)/good", "\(directory)/latin", "\(directory)/fifo", directory])
    #expect(loaded.settings.speech.pitch == 2)
    #expect(loaded.problems.map(\.kind) == [.unreadable, .unreadable, .unreadable])
    #expect(loaded.loss == .file)
    #expect(loaded.problems.allSatisfy { $0.cure?.contains("what held before holds") == true })
    #expect(loaded.problems.map(\.message) == ["is not UTF-8", "is not a file", "is not a file"])
  }
}
