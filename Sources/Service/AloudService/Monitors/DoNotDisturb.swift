import BusValues
import DBusKit
import EventLoop
import Glibc
import Reading

/// The desktop's do-not-disturb. It is queried and watched only while somebody wants to know it.
///
/// A source that is there and does not answer counts as "on": what is spoken in a meeting cannot be taken back, and
/// what is not spoken still stands in the desktop's list.
@Core
final class DoNotDisturb {
  private static let server: BusName = "org.freedesktop.Notifications"
  private static let path: ObjectPath = "/org/freedesktop/Notifications"
  private static let properties: InterfaceName = "org.freedesktop.DBus.Properties"
  private static let swaync: BusName = "org.erikreider.swaync.cc"
  private static let budgie: BusName = "org.budgie_desktop.Notifications"
  private static let xfconf: BusName = "org.xfce.Xfconf"
  /// The pause before changes are followed that came during a question: somebody may write settings without end.
  private static let pause = Duration.milliseconds(100)
  /// The most answers in a row that are dropped because something has changed since the question.
  private static let mostStale = 5

  /// True if the listener wants no banners.
  private(set) var isOn = false
  /// True if the desktop has answered since the watch began.
  private(set) var isKnown = false

  private let bus: LastingBus
  private let scheduler: any Scheduler
  private let environment: @Core (String) -> String?
  /// The words for the desktop by which the sources were chosen; `nil` before the first choice.
  private var desktops: [String]?
  private var sources: [DoNotDisturbSource] = []
  private var settings: [DoNotDisturbSource.Setting] = []
  private var tokens: [MatchToken] = []
  private var isWatched = false
  /// Grows with each watch. Answers to questions of older ones are ignored.
  private var round = 0
  /// True while a question is under way. There is one at a time, so that no flood of changes starts many programs.
  private var isAsking = false
  /// True if something has changed since the question.
  private var isStale = false
  private var staleInARow = 0
  private let tell: Relay<RoomNotice>

  /// - Parameters:
  ///   - environment: the value of a variable.
  ///   - tell: gets ``RoomNotice/doNotDisturbChanged`` while it is watched.
  init(
    bus: LastingBus, scheduler: any Scheduler = Core.loop, _ tell: Relay<RoomNotice> = Relay(),
    environment: @escaping @Core (String) -> String? = { getenv($0).map { String(cString: $0) } }
  ) {
    self.bus = bus
    self.tell = tell
    self.scheduler = scheduler
    self.environment = environment
  }

  /// Chooses the sources of this desktop. A service that has begun before the desktop learns its name later
  /// (``SessionEnvironment``).
  private func chooseSources() {
    let desktops = Self.desktops(environment("XDG_CURRENT_DESKTOP"))
    guard desktops != self.desktops else { return }
    self.desktops = desktops
    settings = DoNotDisturbSource.settings.filter { desktops.contains($0.desktop) }
    var sources = Self.onBus(bus) + settings.map { .reading($0) }
    let home = environment("HOME") ?? ""
    let given = environment("XDG_CONFIG_HOME") ?? ""
    let folder = given.hasPrefix("/") ? given : home + "/.config"
    if desktops.contains("LXQt") {
      sources.append(
        .file("LXQt", folder + "/lxqt/notifications.conf", scheduler: scheduler) {
          DoNotDisturbSource.isOn(inLXQt: $0)
        })
    }
    if desktops.contains("COSMIC") {
      sources.append(
        .file(
          "COSMIC", folder + "/cosmic/com.system76.CosmicNotifications/v1/do_not_disturb", scheduler: scheduler
        ) { DoNotDisturbSource.isOn(inCOSMIC: $0) })
    }
    self.sources = sources
  }

  private static func desktops(_ variable: String?) -> [String] {
    (variable ?? "").split(separator: ":").map(String.init)
  }

  /// The name of this desktop, if `gsettings` is needed for its do-not-disturb.
  static var desktopOfSettings: String? {
    let desktops = desktops(getenv("XDG_CURRENT_DESKTOP").map { String(cString: $0) })
    let desktop = DoNotDisturbSource.settings.first { desktops.contains($0.desktop) }?.desktop
    return desktop == "X-Cinnamon" ? "Cinnamon" : desktop
  }

  /// Plasma, dunst and mako answer as the notification server; SwayNotificationCenter and Budgie under another name;
  /// Xfce's server keeps it in Xfce's settings.
  private static func onBus(_ bus: LastingBus) -> [DoNotDisturbSource] {
    func property(_ name: String, of interface: String) -> BusCall {
      BusCall(server, path, properties, "Get", [.string(interface), .string(name)], expecting: "v")
    }
    return [
      .asking("Plasma", bus, property("Inhibited", of: "org.freedesktop.Notifications")) { $0.asVariant?.asBool },
      .asking("dunst", bus, property("paused", of: "org.dunstproject.cmd0")) { $0.asVariant?.asBool },
      .asking(
        "mako", bus, BusCall(server, "/fr/emersion/Mako", "fr.emersion.Mako", "ListModes", expecting: "as")
      ) { modes in modes.asStrings.map { $0.contains("do-not-disturb") || $0.contains("dnd") } },
      .asking(
        "SwayNotificationCenter", bus,
        BusCall(swaync, "/org/erikreider/swaync/cc", "org.erikreider.swaync.cc", "GetDnd", expecting: "b")
      ) { $0.asBool },
      .asking(
        "Budgie", bus,
        BusCall(
          budgie, "/org/budgie_desktop/Notifications", "org.buddiesofbudgie.budgie.Dispatcher", "GetDoNotDisturb",
          expecting: "b")
      ) { $0.asBool },
      .asking(
        "Xfce", bus,
        BusCall(
          xfconf, "/org/xfce/Xfconf", "org.xfce.Xfconf", "GetProperty",
          [.string("xfce4-notifyd"), .string("/do-not-disturb")], expecting: "v")
      ) { $0.asVariant?.asBool },
    ]
  }

  // MARK: Watching

  /// Begins or ends keeping ``isOn`` up to date.
  func watch(_ isWanted: Bool) {
    guard isWanted != isWatched else { return }
    isWatched = isWanted
    isKnown = false
    round += 1
    isAsking = false
    tokens = []
    guard isWanted else { return }
    chooseSources()
    if let connection = bus.connection { subscribe(on: connection) }
    ask()
  }

  private func subscribe(on connection: BusConnection) {
    let isChanged: @Core (SignalMessage) -> Void = { [weak self] _ in self?.ask() }
    var isFirst = true
    tokens = [
      connection.watchOwner(of: Self.server) { [weak self] _, _ in
        if !isFirst { self?.ask() }
        isFirst = false
      },
      connection.subscribe(
        MatchRule(sender: Self.server, interface: Self.properties, member: "PropertiesChanged"), isChanged),
      // Named Subscribe and SubscribeV2, by its versions.
      connection.subscribe(MatchRule(sender: Self.swaync, interface: "org.erikreider.swaync.cc"), isChanged),
      connection.subscribe(
        MatchRule(
          sender: Self.budgie, interface: "org.buddiesofbudgie.budgie.Dispatcher", member: "DoNotDisturbChanged"),
        isChanged),
      connection.subscribe(
        MatchRule(
          sender: Self.xfconf, interface: "org.xfce.Xfconf", member: "PropertyChanged", argument0: "xfce4-notifyd"),
        isChanged),
    ]
    guard !settings.isEmpty else { return }
    tokens.append(
      connection.subscribe(MatchRule(interface: "ca.desrt.dconf.Writer", member: "Notify")) { [settings] signal in
        let path = signal.arguments.first?.asString ?? ""
        if settings.contains(where: { path.hasPrefix($0.path) }) { isChanged(signal) }
      })
  }

  private func ask() {
    guard !isAsking else { return isStale = true }
    isAsking = true
    isStale = false
    let round = round
    askAll { [weak self] answers in
      guard let self, round == self.round else { return }
      answered(answers)
    }
  }

  private func answered(_ answers: [DoNotDisturbSource.Answer]) {
    if isStale {
      staleInARow += 1
      scheduleAgain()
      // An answer to an older question decides nothing, unless there is no other one.
      if staleInARow < Self.mostStale { return }
    } else {
      isAsking = false
    }
    staleInARow = 0
    let isOn = answers.contains { $0 == .on || $0 == .silent }
    guard !isKnown || isOn != self.isOn else { return }
    (isKnown, self.isOn) = (true, isOn)
    tell(.doNotDisturbChanged)
  }

  private func scheduleAgain() {
    let round = round
    scheduler.schedule(after: Self.pause) { [weak self] in
      guard let self, round == self.round else { return }
      isAsking = false
      ask()
    }
  }

  private func askAll(_ done: @escaping @Core ([DoNotDisturbSource.Answer]) -> Void) {
    var answers: [DoNotDisturbSource.Answer] = []
    let count = sources.count
    for source in sources {
      source.ask { answer in
        answers.append(answer)
        if answers.count == count { done(answers) }
      }
    }
  }

  // MARK: Diagnosis

  /// Finds the notification server whose do-not-disturb is not seen. `done` gets its name, or `nil` if it is seen, or
  /// if there is none.
  func findUnseen(_ done: @escaping @Core (_ server: String?) -> Void) {
    chooseSources()
    askAll { [bus] answers in
      guard !answers.contains(where: { $0 == .on || $0 == .off }), let connection = bus.connection else {
        return done(nil)
      }
      let call = BusCall(Self.server, Self.path, "org.freedesktop.Notifications", "GetServerInformation")
      connection.call(call, timeout: DoNotDisturbSource.patience, autoStart: false) { result in
        done((try? result.get())?.arguments.first?.asString)
      }
    }
  }
}
