import CommandOutput

/// A place in which desktops keep text for other programs.
enum Clipboard: String, CaseIterable {
  /// The copied text.
  case clipboard
  /// The text selected with the mouse.
  case selection

  /// The name in messages.
  var name: String { self == .clipboard ? "the clipboard" : "the selection" }

  /// A program that prints the contents.
  struct Tool: Equatable {
    var name: String
    var arguments: [String]
    /// True if the error output says that the place is empty, which is not a failure.
    var isEmptyAnswer: @Sendable (_ errors: String) -> Bool

    static func == (a: Tool, b: Tool) -> Bool { a.name == b.name && a.arguments == b.arguments }
  }

  /// The programs that can read it on this desktop, the best first.
  ///
  /// - Throws: `failed` if there is no desktop.
  func tools(environment: (String) -> String?) throws(Failure) -> [Tool] {
    func isSet(_ name: String) -> Bool { !(environment(name) ?? "").isEmpty }
    var tools: [Tool] = []
    let isPrimary = self == .selection
    if isSet("WAYLAND_DISPLAY") {
      tools.append(
        Tool(name: "wl-paste", arguments: ["--no-newline", "--type", "text"] + (isPrimary ? ["--primary"] : [])) {
          ["Nothing is copied", "No selection", "No suitable type", "is not available as requested type"].contains(
            where: $0.contains)
        })
    }
    if isSet("DISPLAY") {
      tools.append(
        Tool(name: "xclip", arguments: ["-o", "-selection", isPrimary ? "primary" : "clipboard", "-t", "UTF8_STRING"]) {
          $0.contains("not available") || $0.contains("no owner")
        })
      tools.append(
        Tool(name: "xsel", arguments: ["--output", isPrimary ? "--primary" : "--clipboard"]) { _ in false })
    }
    guard tools.isEmpty else { return tools }
    throw Failure(
      .failed, "cannot read \(name): there is no desktop (neither WAYLAND_DISPLAY nor DISPLAY is set)",
      cure: "in a terminal of the desktop, or COMMAND | aloud say")
  }

  /// The package to install if none of the tools is installed.
  func missing(_ tools: [Tool]) -> Failure {
    let isWayland = tools.first?.name == "wl-paste"
    let (program, package) = isWayland ? ("wl-paste", "wl-clipboard") : ("xclip", "xclip")
    return Failure(
      .failed, "cannot read \(name): the program \(program) is not installed", cure: "apt install \(package)")
  }
}
