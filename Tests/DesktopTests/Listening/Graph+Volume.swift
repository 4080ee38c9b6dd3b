import DesktopSupport
import Testing

/// The volumes of sinks.
extension Graph {
  /// Sets the volume of a sink as a mixer does, and waits until it is seen.
  static func turn(_ volume: Double, of sink: String = "null-sink", in desktop: PrivateDesktop) async throws {
    let id = try #require(try await now(in: desktop).node(sink)?.id)
    let result = try await desktop.run("wpctl", "set-volume", "\(id)", "\(volume)")
    #expect(result.succeeded, "\(result)")
    try await wait(forVolume: volume, of: sink, in: desktop)
  }

  /// Waits until a sink has a volume.
  static func wait(forVolume volume: Double, of sink: String = "null-sink", in desktop: PrivateDesktop) async throws {
    try await wait(for: "\(sink) at \(volume)", in: desktop) { abs(($0.node(sink)?.volume ?? -1) - volume) < 0.005 }
  }
}
