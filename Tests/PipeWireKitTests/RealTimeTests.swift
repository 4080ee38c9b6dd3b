import Foundation
import Testing

/// The audio callback on the real data thread, counted by a preloaded library.
extension MeasuredOnPipeWire {
  @Suite struct RealTime {
    @Test func theCallbackAllocatesNothingLocksNothingAndCountsNoReferences() async throws {
      let here = URL(filePath: #filePath).deletingLastPathComponent()
      let library = FileManager.default.temporaryDirectory.appending(path: "rtcheck-\(getpid()).so").path
      defer { try? FileManager.default.removeItem(atPath: library) }
      let flags = await Desktop.shared.run(["pkg-config", "--cflags", "libpipewire-0.3"])
        .split(whereSeparator: \.isWhitespace).map(String.init)
      _ = await Desktop.shared.run(
        ["cc", "-O2", "-shared", "-fPIC"] + flags
          + [here.appending(path: "rtcheck.c").path, "-o", library, "-ldl"])
      let program = Bundle.main.executableURL?.deletingLastPathComponent().appending(path: "sound-check").path
      let output = await Desktop.shared.run(
        ["sh", "-c", "exec \"$0\" render 2>&1", try #require(program)], environment: ["LD_PRELOAD": library])
      print(output)
      let report = try #require(output.split(separator: "\n").last { $0.hasPrefix("rtcheck:") })
      var values: [Substring: Int] = [:]
      for pair in report.split(separator: " ").dropFirst() {
        let parts = pair.split(separator: "=")
        values[parts[0]] = Int(parts[1])
      }
      #expect((values["cycles"] ?? 0) > 100)
      for name in ["allocations", "frees", "locks", "references"] { #expect(values[Substring(name)] == 0) }
    }
  }
}
