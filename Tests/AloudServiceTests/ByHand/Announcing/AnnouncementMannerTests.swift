import AloudAPI
import EventLoop
import Testing

@testable import AloudService
@testable import Reading
@testable import ReadingSupport

/// Announcements with the same words are one with a number, if they also sound the same.
@Suite(.timeLimit(.minutes(1)))
struct AnnouncementMannerTests {
  private static func options(_ change: (inout AnnounceOptions) -> Void = { _ in }) -> AnnounceOptions {
    var options = AnnounceOptions()
    change(&options)
    return options
  }

  @Core private static func clip(_ service: ManualService, of announcements: ManualAnnouncements) {
    var parts = UtteranceParts()
    guard case .success(let source)? = service.open("/a.wav") else {
      Issue.record("there is no clip")
      return
    }
    parts.append(Clip(source.file))
    parts.append("News.")
    announcements.room.add(
      AnnouncementRoom.Request(text: parts.text, parts: parts, options: options(), sender: ":1.9", application: ""))
  }

  @Test func thoseWithTheSameOptionsAreCounted() async {
    await ManualService.play { service in
      let announcements = ManualAnnouncements(service)
      let slow = Self.options { $0.speech.rate = 0.5 }
      announcements.announce("Something is spoken already.")
      service.pass(100)
      for _ in 1...2 { announcements.announce("News.") }
      announcements.announce("News.", slow)
      announcements.announce("News.", Self.options { $0.speech.language = "de" })
      announcements.announce("News.", slow)
      let joined = announcements.news.filter { $0.hasPrefix("summed") }
      #expect(joined == ["summed 3 (2)", "summed 6 (4)"], "\(announcements.news)")
    }
  }

  /// The one before them is over, and its number is used no more.
  @Test func oneThatIsOverGivesItsMannerToNoOther() async {
    await ManualService.play { service in
      let announcements = ManualAnnouncements(service)
      announcements.announce("News.")
      service.pass(60_000)
      announcements.forget()
      announcements.announce("Something is spoken already.", Self.options { $0.speech.rate = 2 })
      service.pass(100)
      announcements.announce("News.", Self.options { $0.speech.rate = 0.5 })
      announcements.announce("News.")
      #expect(!announcements.news.contains { $0.hasPrefix("summed") }, "\(announcements.news)")
    }
  }

  @Test func thoseWithClipsAreNotCompared() async {
    await ManualService.play { service in
      let announcements = ManualAnnouncements(service)
      service.files.put(Script(RecordingScript(seconds: 1), name: "a"), at: "/a.wav")
      announcements.announce("Something is spoken already.")
      service.pass(100)
      for _ in 1...2 { Self.clip(service, of: announcements) }
      #expect(announcements.news.filter { $0.hasPrefix("queued") }.count == 3, "\(announcements.news)")
    }
  }
}

extension ManualService {
  /// The file at a path, which is opened at once.
  fileprivate func open(_ path: String) -> Result<TextSource, ReadingError>? {
    var answer: Result<TextSource, ReadingError>?
    files.open(.path(path)) { answer = $0 }
    return answer
  }
}
