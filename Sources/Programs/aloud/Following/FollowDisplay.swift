import AloudAPI
import AloudClient
import CommandOutput
import Configuration
import EventLoop
import Glibc
import Pager

/// The display of the text, for `follow`, `say -i`, `read -i` and `aloud` alone.
enum FollowDisplay {
  /// The events for the display.
  static let kinds: Set<EventKind> = [.sentence, .word, .progress, .state, .utterance, .error, .library, .phrase]

  /// Shows the text: on the whole screen of a terminal if possible, else by lines.
  ///
  /// - Parameters:
  ///   - service: the connection, which already receives signals of properties.
  ///   - isPlain: true for lines in any case, as they suit a screen reader.
  ///   - isSaid: true if the text was said by this command. A short one is shown in the lines of the command.
  ///   - text: the said text, if it is at hand: a short one may be over before the display can ask for it.
  ///   - utteranceWait: the texts; the display ends after them. `nil`: it ends when the user leaves it.
  @Core
  static func run(
    _ service: Service, _ console: Console, isPlain: Bool = false, isSaid: Bool = false, text: String? = nil,
    utteranceWait: UtteranceWait? = nil
  ) async throws(Failure) {
    guard console.isMovable, !isPlain else {
      return try await FollowLines(service, console, utteranceWait, said: text).run()
    }
    let environment = { (name: String) in getenv(name).map { String(cString: $0) } }
    let paint = Paint(colors: Paint.colors(isPainted: console.isPainted, environment: environment))
    let settings = try await UserSettings.read(task: "show the text").settings.follow
    if isSaid, let utteranceWait, utteranceWait.tracks.count == 1, let track = utteranceWait.tracks.first {
      let loaded = FollowedText(service.client)
      guard let place = try await Failure.translating(try await loaded.load(track)) else {
        return try await FollowLines(service, console, utteranceWait, said: text).run()
      }
      if let inline = FollowInline(
        service, console, paint.colors, Directions(settings.bidi, environment: environment), utteranceWait, loaded,
        at: place, of: track)
      {
        return try await inline.run()
      }
    }
    let theme = DisplayTheme(paint, settings.theme, ground: environment("COLORFGBG").flatMap(Ground.init(colorFGBG:)))
    try await FollowScreen(service, console, theme, settings, utteranceWait).run()
  }
}
