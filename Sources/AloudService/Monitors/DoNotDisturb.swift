import BusValues
import DBusKit
import EventLoop
import Glibc

/// The desktop's do-not-disturb, as Plasma, dunst and GNOME tell it. It is queried and watched only while somebody wants
/// to know it.
///
/// Sources: the property `Inhibited` of Plasma's notification server (`org.freedesktop.Notifications`), `paused` of
/// dunst's `org.dunstproject.cmd0`, and the key `show-banners` of GNOME's settings.
@Core
final class DoNotDisturb {
  /// The time that a notification server or a program has to answer.
  private static let patience = Duration.seconds(1)
  private static let server: BusName = "org.freedesktop.Notifications"
  private static let path: ObjectPath = "/org/freedesktop/Notifications"
  private static let properties: InterfaceName = "org.freedesktop.DBus.Properties"
  private static let key = (schema: "org.gnome.desktop.notifications", name: "show-banners")
  private static let keyPath = "/org/gnome/desktop/notifications/"

  /// True if the listener wants no banners.
  private(set) var isOn = false
  /// True if the desktop has answered since the watch began.
  private(set) var isKnown = false
  /// Called when the state becomes known or changes.
  var onChange: (@Core () -> Void)?

  private let bus: LastingBus
  private var tokens: [MatchToken] = []
  private var isWatched = false
  /// Grows with each question; answers to older ones are ignored.
  private var question = 0

  init(bus: LastingBus) { self.bus = bus }

  /// Begins or ends keeping ``isOn`` up to date.
  func watch(_ isWanted: Bool) {
    guard isWanted != isWatched else { return }
    isWatched = isWanted
    isKnown = false
    question += 1
    tokens = []
    guard isWanted else { return }
    if let connection = bus.connection {
      let isChanged: @Core (SignalMessage) -> Void = { [weak self] _ in self?.ask() }
      tokens = [
        connection.subscribe(
          MatchRule(sender: Self.server, path: Self.path, interface: Self.properties, member: "PropertiesChanged"),
          isChanged),
        connection.subscribe(MatchRule(interface: "ca.desrt.dconf.Writer", member: "Notify")) { signal in
          if signal.arguments.first?.asString?.hasPrefix(Self.keyPath) ?? false { isChanged(signal) }
        },
      ]
    }
    ask()
  }

  private func ask() {
    question += 1
    let question = question
    var waiting = 3
    var isOn = false
    let answer: @Core (Bool) -> Void = { [weak self] value in
      isOn = isOn || value
      waiting -= 1
      guard let self, waiting == 0, question == self.question, isWatched else { return }
      guard !isKnown || isOn != self.isOn else { return }
      (isKnown, self.isOn) = (true, isOn)
      onChange?()
    }
    askServer("Inhibited", of: "org.freedesktop.Notifications", answer)
    askServer("paused", of: "org.dunstproject.cmd0", answer)
    askGNOME(answer)
  }

  private func askServer(_ property: String, of interface: String, _ answer: @escaping @Core (Bool) -> Void) {
    guard let connection = bus.connection else { return answer(false) }
    let call = BusCall(
      Self.server, Self.path, Self.properties, "Get", [.string(interface), .string(property)], expecting: "v")
    connection.call(call, timeout: Self.patience, autoStart: false) { result in
      answer((try? result.get())?.arguments.first?.asVariant?.asBool ?? false)
    }
  }

  /// True on GNOME.
  static var isOfGNOME: Bool {
    let desktop = getenv("XDG_CURRENT_DESKTOP").map { String(cString: $0) } ?? ""
    return desktop.split(separator: ":").contains("GNOME")
  }

  /// GNOME's shell answers nobody about it; its settings do.
  private func askGNOME(_ answer: @escaping @Core (Bool) -> Void) {
    guard Self.isOfGNOME else { return answer(false) }
    Task { @Core in
      let result = await ToolRun.run(
        ["gsettings", "get", Self.key.schema, Self.key.name], limit: 4096, patience: Self.patience)
      answer(result.end == .exited(0) && String(decoding: result.output, as: UTF8.self).hasPrefix("false"))
    }
  }
}
