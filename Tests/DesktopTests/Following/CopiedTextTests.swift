import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Foundation
import Testing

extension ListeningTests {
  /// Text copied or selected in another program, on a real X server and a real Wayland compositor.
  struct CopiedTextTests {
    private let aloud = Project.program("aloud")

    /// Runs `body` on a desktop with a display and a service.
    private func onDisplay(_ body: @Core (PrivateDesktop, [String: String]) async throws -> Void) async throws {
      try await Scene.inDesktop { desktop in
        let service = try await desktop.startService()
        let display = try await XDisplay.start(in: desktop)
        try await body(desktop, display.environment)
        _ = try await display.server.end()
        withExtendedLifetime(service) {}
      }
    }

    /// Another program offers a text to others. Returns when the text is available.
    @Core
    private func copy(
      _ text: String, to place: String, _ desktop: PrivateDesktop, _ display: [String: String]
    ) async throws -> RunningProcess {
      let holder = try desktop.start(
        ["xclip", "-quiet", "-i", "-selection", place], input: text, environment: display)
      try await holder.waitForChange("that it owns the selection") { @Sendable in
        holder.errors.contains("Waiting for selection requests") ? () : nil
      }
      return holder
    }

    @Test func copiedAndSelectedTextsAreRead() async throws {
      try await onDisplay { desktop, display in
        let copied = try await copy("Kopiert: Grüße aus 東京.\n", to: "clipboard", desktop, display)
        let marked = try await copy("Marked.", to: "primary", desktop, display)
        for (verb, text) in [("clipboard", "Kopiert: Grüße aus 東京."), ("selection", "Marked.")] {
          let said = try await desktop.run(aloud, verb, "-w", "-i", environment: display)
          #expect(said.exitCode == 0 && said.output == text + "\n", "\(said)")
        }
        withExtendedLifetime((copied, marked)) {}
      }
    }

    @Test func withoutOneToolTheOtherDoes() async throws {
      try await onDisplay { desktop, display in
        let copied = try await copy("Copied.", to: "clipboard", desktop, display)
        // A search path with xsel alone.
        let path = "\(desktop.directory)/tools"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
          atPath: path + "/xsel", withDestinationPath: try #require(PrivateDesktop.program("xsel")))
        let environment = display.merging(["PATH": path]) { $1 }
        let said = try await desktop.run(aloud, "clipboard", "-w", "-i", environment: environment)
        #expect(said.exitCode == 0 && said.output == "Copied.\n", "\(said)")
        // A program that exists but cannot be started differs from a missing one. The next tool is tried in both cases.
        try "no program".write(toFile: path + "/xclip", atomically: true, encoding: .utf8)
        let next = try await desktop.run(aloud, "clipboard", "-w", "-i", environment: environment)
        #expect(next.exitCode == 0 && next.output == "Copied.\n", "\(next)")
        try FileManager.default.removeItem(atPath: path + "/xsel")
        let broken = try await desktop.run(aloud, "clipboard", environment: environment)
        #expect(broken.exitCode == 1, "\(broken)")
        #expect(broken.errors.contains("xclip cannot be started: permission denied"), "\(broken)")
        try FileManager.default.removeItem(atPath: path + "/xclip")
        let missing = try await desktop.run(aloud, "clipboard", environment: environment)
        #expect(missing.exitCode == 1, "\(missing)")
        #expect(
          missing.errors
            == "aloud: cannot read the clipboard: the program xclip is not installed\ntry: apt install xclip\n")
        withExtendedLifetime(copied) {}
      }
    }

    @Test func nothingCopiedIsAnErrorAndALotIsNot() async throws {
      try await onDisplay { desktop, display in
        let empty = try await desktop.run(aloud, "selection", environment: display)
        #expect(
          empty.exitCode == 2 && empty.errors.contains("cannot read the selection: there is no text in it"), "\(empty)")
        // The text is longer than a request of X11, so it comes in pieces.
        let text = (0..<20_000).map { "Number \($0)." }.joined(separator: " ")
        let copied = try await copy(text, to: "clipboard", desktop, display)
        let said = try await desktop.run(aloud, "clipboard", "-p", environment: display)
        #expect(said.exitCode == 0, "\(said)")
        let remote = try Remote(desktop)
        try await eventually("all of it is there") {
          let list = try await remote(.listSentences("/", first: 0, count: 0, fromCurrent: false))
          return list.last?.asVardict?["known"]?.asUInt32 == 20_000
        }
        withExtendedLifetime(copied) {}
      }
    }

    @Test func onWaylandTheCompositorIsAsked() async throws {
      try await Scene.inDesktop { desktop in
        let service = try await desktop.startService()
        let folder = "\(desktop.directory)/wayland"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try "xwayland disable\n".write(toFile: folder + "/config", atomically: true, encoding: .utf8)
        // The compositor refuses to run as root. Its clients may be root.
        let user = getuid() == 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []
        if getuid() == 0 {
          chown(folder, 65534, 65534)
          chmod(desktop.directory, 0o711)
        }
        let server = try desktop.start(
          user + ["sway", "-c", folder + "/config"],
          environment: [
            "XDG_RUNTIME_DIR": folder, "WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman",
            "WLR_LIBINPUT_NO_DEVICES": "1", "WAYLAND_DISPLAY": "", "DISPLAY": "",
          ])
        let socket = try await eventually("the compositor can be reached") {
          try FileManager.default.contentsOfDirectory(atPath: folder).first {
            $0.hasPrefix("wayland-") && !$0.contains(".")
          }
        }
        let display = ["WAYLAND_DISPLAY": "\(folder)/\(socket)", "DISPLAY": ""]
        let empty = try await desktop.run(aloud, "clipboard", environment: display)
        #expect(empty.exitCode == 2 && empty.errors.contains("there is no text in it"), "\(empty)")
        for (verb, text, options) in [("clipboard", "Kopiert: Grüße.", []), ("selection", "Marked.", ["--primary"])] {
          let holder = try desktop.start(["wl-copy", "--foreground"] + options, input: text, environment: display)
          try await desktop.follow(["wl-paste"] + options + ["--watch", "cat"], for: "the text", environment: display) {
            $0.output.contains(text) ? () : nil
          }
          let said = try await desktop.run(aloud, verb, "-w", "-i", environment: display)
          #expect(said.exitCode == 0 && said.output == text + "\n", "\(said)")
          _ = try await holder.end()
        }
        let picture = try desktop.start(
          ["wl-copy", "--foreground", "--type", "image/png"], input: "picture", environment: display)
        let watch = ["wl-paste", "--type", "image/png", "--watch", "cat"]
        try await desktop.follow(watch, for: "the picture", environment: display) {
          $0.output.contains("picture") ? () : nil
        }
        let refused = try await desktop.run(aloud, "clipboard", environment: display)
        #expect(refused.exitCode == 2 && refused.errors.contains("there is no text in it"), "\(refused)")
        _ = try await picture.end()
        _ = try await server.end()
        withExtendedLifetime(service) {}
      }
    }

    @Test func withoutADisplayThereIsOneLineAndACure() async throws {
      try await Scene.inDesktop { desktop in
        let none = ["DISPLAY": "", "WAYLAND_DISPLAY": ""]
        let asked = try await desktop.run(aloud, "clipboard", environment: none)
        #expect(asked.exitCode == 1 && asked.errors.hasPrefix("aloud: cannot read the clipboard: there is no desktop"))
        let gone = try await desktop.run(aloud, "clipboard", environment: ["DISPLAY": ":4711", "WAYLAND_DISPLAY": ""])
        #expect(
          gone.exitCode == 1 && gone.errors.hasPrefix("aloud: cannot read the clipboard: xclip says: "), "\(gone)")
        #expect(try await !desktop.isOwned(PrivateDesktop.serviceName))
      }
    }
  }
}

extension PrivateDesktop {
  /// The path of a program in the test's own search path.
  fileprivate static func program(_ name: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
