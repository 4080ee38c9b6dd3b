/// The speech engine of every voice that is named without one, as in settings, hints and kept data. It is the only
/// place outside the engine's own rooms that knows its name.
public enum UsualEngine {
  /// The name, as the bus and `aloud voices` tell it.
  public static let name = "espeak-ng"
  /// The package of Debian with its voices and dictionaries, for a cure.
  public static let dataPackage = "espeak-ng-data"
  /// The variable of the environment that leads to those files.
  public static let dataVariable = "ESPEAK_DATA_PATH"
}
