import BusValues

/// A program or desktop that locks the screen, and tells it on the session bus. A value.
struct Locker: Equatable {
  /// Its name on the bus.
  let name: BusName
  /// The object that answers `GetActive`.
  let path: ObjectPath
  /// The interface, which also has the signal `ActiveChanged`.
  let interface: InterfaceName

  private init(_ name: BusName, _ path: ObjectPath, _ interface: InterfaceName) {
    (self.name, self.path, self.interface) = (name, path, interface)
  }

  /// All that are known: Plasma and light-locker; GNOME, Budgie and light-locker; MATE; Cinnamon; Xfce.
  ///
  /// Some programs own the first name only to take wishes against the screen saver. They do not answer `GetActive`.
  static let all = [
    Locker("org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver", "org.freedesktop.ScreenSaver"),
    Locker("org.gnome.ScreenSaver", "/org/gnome/ScreenSaver", "org.gnome.ScreenSaver"),
    Locker("org.mate.ScreenSaver", "/org/mate/ScreenSaver", "org.mate.ScreenSaver"),
    Locker("org.cinnamon.ScreenSaver", "/org/cinnamon/ScreenSaver", "org.cinnamon.ScreenSaver"),
    Locker("org.xfce.ScreenSaver", "/org/xfce/ScreenSaver", "org.xfce.ScreenSaver"),
  ]

  /// The word in an answer to `GetActive`.
  ///
  /// Only the bus says that nobody has the name, and only a living owner that it has no such method. Everything else
  /// (no answer in time, any other error, an answer without a truth value) comes from a locker in trouble.
  static func word(in answer: Result<Bool?, BusError>) -> ScreenLock.Word {
    switch answer {
    case .success(true?): .locked
    case .success(false?): .unlocked
    case .success(nil): .mute
    case .failure(let error):
      switch error.name {
      case BusError.Name.serviceUnknown, BusError.Name.nameHasNoOwner: .absent
      case BusError.Name.unknownMethod, BusError.Name.unknownInterface, BusError.Name.unknownObject,
        BusError.Name.notSupported:
        .absent
      default: .mute
      }
    }
  }

  /// The word in the login manager's answer about the session. A listener who has no session there has no hint.
  static func word(ofLoginManager answer: Result<Bool?, BusError>) -> ScreenLock.Word {
    if case .failure(let error) = answer {
      if error.name == BusError.Name.unknownProperty { return .absent }
      // NoSuchSession, NoSessionForPID.
      if error.name.hasPrefix("org.freedesktop.login1.NoS") { return .absent }
    }
    return word(in: answer)
  }
}
