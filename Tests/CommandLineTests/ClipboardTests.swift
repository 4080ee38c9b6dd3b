import CommandOutput
import Testing

@testable import aloud

@Suite(.timeLimit(.minutes(1)))
struct ClipboardTests {
  @Test(arguments: [
    (["WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"], ["wl-paste", "xclip", "xsel"]),
    (["DISPLAY": ":0"], ["xclip", "xsel"]), (["WAYLAND_DISPLAY": "wayland-0"], ["wl-paste"]),
  ])
  func theDesktopDecidesByWhatACopyIsFetched(environment: [String: String], names: [String]) throws {
    let tools = try Clipboard.clipboard.tools { environment[$0] }
    #expect(tools.map(\.name) == names)
    #expect(Clipboard.clipboard.missing(tools).message.contains(names[0]))
    let marked = try Clipboard.selection.tools { environment[$0] }
    #expect(marked.allSatisfy { $0.arguments.contains { $0.hasSuffix("primary") } })
  }

  @Test func withoutADesktopThereIsNoClipboard() {
    #expect(throws: Failure.self) { try Clipboard.clipboard.tools { _ in nil } }
  }
}
