import AloudAPI
import DesktopSupport
import DocumentSupport
import EventLoop
import Foundation
import MPRIS
import Testing

/// The entries in menus do what they say, and show their failures.
@Suite(.timeLimit(.minutes(3)))
struct MenuTests {
  private static func text(_ path: String) throws -> String {
    try String(contentsOfFile: Project.file("desktop/\(path)"), encoding: .utf8)
  }

  private static func values(_ key: String, in text: String) -> [String] {
    text.split(separator: "\n").filter { $0.hasPrefix(key + "=") }.map { String($0.dropFirst(key.count + 1)) }
  }

  private static let hasPython = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
    FileManager.default.isExecutableFile(atPath: $0 + "/python3")
  }

  /// The commands of the menu's entry, without the first one, which is for a click on the entry itself.
  private static func actions() throws -> [[String]] {
    values("Exec", in: try text("menus/org.aloud.Aloud.Menu.desktop")).dropFirst()
      .map { $0.split(separator: " ").dropFirst().map(String.init) }
  }

  @Test func theMenuHasAnEntryOneFindsWhichIsNotThatOfTheMediaCard() throws {
    let entry = try Self.text("menus/org.aloud.Aloud.Menu.desktop")
    #expect(Self.values("NoDisplay", in: entry) == [] && Self.values("MimeType", in: entry) == [])
    #expect(Self.values("Terminal", in: entry) == ["true"])
    // The place for files brings it among the programs of "Open with".
    #expect(Self.values("Exec", in: entry).first == "aloud open --show %U")
    #expect(
      try Self.actions() == [
        ["--desktop", "clipboard"], ["--desktop", "selection"], ["--desktop", "read"], ["--desktop", "hush"],
      ])
  }

  @Test(arguments: [
    "dolphin/org.aloud.Aloud.desktop", "thunar/org.aloud.Aloud.desktop", "libfm/org.aloud.Aloud.desktop",
    "nemo/org.aloud.Aloud.nemo_action",
  ])
  func fileManagersOfferWhatIsReadAndNothingElse(menu: String) throws {
    let types = [RootInterface.mediaTypes.map { $0 + ";" }.joined()]
    let menu = try Self.text("menus/" + menu)
    let key =
      menu.contains("[Nemo Action]") ? "Mimetypes" : menu.contains("[X-Action-Profile read]") ? "MimeTypes" : "MimeType"
    #expect(Self.values(key, in: menu) == types)
    #expect(Self.values("Exec", in: menu) == ["aloud open %U"])
  }

  /// With doubles of the classes of nautilus-python.
  @Test(.enabled(if: Self.hasPython))
  func nautilusOffersWhatIsRead() async throws {
    let script = """
      import sys, types
      class Item:
          def __init__(self, **values): self.values = values
          def connect(self, signal, function, *arguments): self.activate = lambda: function(self, *arguments)
      repository = types.ModuleType("gi.repository")
      repository.GObject = types.SimpleNamespace(GObject=type("GObject", (), {}))
      repository.Nautilus = types.SimpleNamespace(MenuProvider=type("MenuProvider", (), {}), MenuItem=Item)
      sys.modules["gi"] = types.ModuleType("gi")
      sys.modules["gi.repository"] = repository
      sys.path.insert(0, sys.argv[1])
      sys.dont_write_bytecode = True
      aloud = __import__("aloud")
      class File:
          def __init__(self, uri, kind): self.uri, self.kind = uri, kind
          def get_uri(self): return self.uri
          def get_mime_type(self): return self.kind
      started = []
      aloud.subprocess.Popen = lambda words, **options: started.append(words)
      menu = aloud.ReadAloud()
      book = File("file:///a%20b.epub", "application/epub+zip")
      for arguments in ([[book, book]], ["window", [book, book]]):
          (item,) = menu.get_file_items(*arguments)
          item.activate()
      assert started == [["aloud", "open", book.uri, book.uri]] * 2, started
      assert menu.get_file_items([book, File("file:///x.png", "image/png")]) == []
      assert menu.get_file_items([File("smb:///x.epub", book.kind)]) == [] and menu.get_file_items([]) == []
      print(";".join(sorted(aloud.TYPES)))
      """
    let result = try await RunningProcess(
      ["python3", "-c", script, Project.file("desktop/menus/nautilus")],
      environment: ProcessInfo.processInfo.environment
    ).waitForEnd(within: watchdog)
    #expect(result.answer == RootInterface.mediaTypes.sorted().joined(separator: ";"), "\(result)")
  }

  @Test(arguments: [false, true])
  func anErrorOfAMenuIsShown(isPrivate: Bool) async throws {
    try await Scene.inDesktop { desktop in
      if isPrivate { try Scene.write("[service]\nprivate-titles = true\n", in: desktop) }
      let notifications = try await NotificationsDouble(in: desktop)
      _ = try await desktop.startService()
      let words = try Self.actions()
      for (index, verb) in words.enumerated() {
        let result = try await desktop.start(
          [Project.program("aloud")] + verb, environment: ["DISPLAY": "", "WAYLAND_DISPLAY": ""]
        ).waitForEnd()
        #expect(result.output.isEmpty && result.errors.isEmpty, "\(result)")
        // There is no clipboard to query, and no book; silence is always possible.
        guard verb.last != "hush" else {
          #expect(result.succeeded, "\(result)")
          continue
        }
        #expect(!result.succeeded, "\(verb)")
        try await eventually("it is shown") { notifications.shown.count == index + 1 }
        let shown = try #require(notifications.shown.last)
        #expect(shown.entry == "org.aloud.Aloud" && shown.summary == "Aloud cannot do that")
        #expect(shown.body.hasPrefix(isPrivate ? "In a terminal" : "cannot read"), "\(shown)")
      }
    }
  }

  @Test func theMenuGoesOnWithTheLastBook() async throws {
    try await Scene.with { scene in
      let path = try scene.file("The Book.epub", Library.book().bytes)
      _ = try await scene.remote.open(path)
      try await scene.recorder.wait(for: "Word", count: 3)
      try await scene.remote(.clear)
      try await scene.remote.wait(.state, "idle")
      let again = Remote.now
      let result = try await scene.desktop.run(Project.program("aloud"), "--desktop", "read")
      #expect(result.succeeded && result.output.isEmpty, "\(result)")
      try await scene.recorder.wait(for: "Word", since: again)
      let track = try #require(try await scene.remote.tracks().first)
      #expect(track.album == "The Book")
    }
  }
}
