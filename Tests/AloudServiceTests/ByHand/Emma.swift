import AloudAPI
import EventLoop
import Playback
import Store
import Vocabulary

@testable import AloudService
@testable import Reading
@testable import ReadingSupport

/// The book that the tests of the library read.
enum Emma {
  static let path = "/books/emma.epub"
  static let paused = SpeakOptions(paused: true)
  /// Six sentences in three paragraphs; the second one of a paragraph begins after 19 letters.
  static let chapters = (1...3).map { chapter in
    (1...3).map { "This is c\(chapter), p\($0), s1. This is c\(chapter), p\($0), s2." }.joined(separator: "\n")
  }
  /// The distance from one sentence to the next, in letters.
  static let sentence = 20

  /// Plays `body` with a service that has opened the book, and has read nothing of it.
  static func play(_ body: @Core (ManualService) throws -> Void) async rethrows {
    try await ManualService.play { service in
      var script = Script(title: "Emma", chapters)
      script.authors = ["Ann Author"]
      service.files.put(script, at: path)
      service.read(path, paused)
      service.pass(50)
      try body(service)
    }
  }
}

extension ManualService {
  /// The first document of the library.
  var document: KeptDocument? { library.catalogue.all.first }

  /// Opens a document that is not in the queue, and returns the place at which the reading resumes.
  func reopened(
    _ path: String = Emma.path, _ options: SpeakOptions = SpeakOptions()
  ) -> (title: String, scalar: Int) {
    session.send(.clear(.removed))
    pass(20)
    forget()
    read(path, options)
    pass(1000)
    session.send(.pause(.user))
    pass(20)
    return words.first.map { ($0.title, $0.scalar) } ?? ("", -1)
  }

  /// Reads a chapter for a while, and pauses.
  func goTo(chapter: Int, passing milliseconds: Int) {
    session.send(.goTo(player.ids[chapter - 1]))
    session.send(.play)
    pass(milliseconds)
    session.send(.pause(.user))
    pass(20)
  }
}
