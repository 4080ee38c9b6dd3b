import CSystemd

/// Messages to the service manager that started this process (sd_notify(3)). Without one, nothing happens.
@Core
public enum ServiceManager {
  /// Reports that the service is ready. From then on the loop answers the watchdog (sd_event_set_watchdog(3)).
  public static func ready() {
    sd_notify(0, "READY=1")
    sd_event_set_watchdog(Core.loop.event, 1)
  }

  /// Shows one line in `systemctl status`.
  public static func status(_ text: String) {
    sd_notify(0, "STATUS=" + String(text.map { $0.isNewline ? " " : $0 }))
  }

  /// Reports that the service is about to end.
  public static func stopping() {
    sd_notify(0, "STOPPING=1")
  }
}
