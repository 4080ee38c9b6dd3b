import BusValues
import DBusKit
import DesktopSupport
import EventLoop
import Foundation
import PipeWireKit

/// The common parts of the measurements: the desktop, a connection to its bus, and a listener at its sink.
@Core
final class Rig {
  nonisolated static let quantum = 1024
  nonisolated static let sink = "null-sink"

  let desktop: PrivateDesktop
  let bus: BusConnection
  private(set) var listener: Listener!
  let folder: String
  let options: Options
  private var processes: [RunningProcess] = []
  /// The generator is deterministic, so that two runs seek to the same places.
  private var random: UInt64 = 42

  /// The environment of this process must already be the desktop's.
  init(_ desktop: PrivateDesktop, _ options: Options) async throws {
    self.desktop = desktop
    self.options = options
    folder = desktop.directory + "/bench"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    bus = try BusConnection.session()
    try await listen()
  }

  /// The number of rounds of a measurement that takes less than a second.
  var rounds: Int { options.rounds ?? 15 }

  /// The number of rounds of a longer measurement: `few`, unless the command line has another number.
  func rounds(orElse few: Int) -> Int { options.rounds ?? few }

  /// Listens again after ``stopListening()``.
  ///
  /// - Parameter running: the quantum at which the graph is kept running while no program requests a smaller one; `nil`
  ///   if it stands still while nothing plays.
  func listen(running quantum: Int? = nil) async throws {
    listener?.close()
    let listener = try Listener(quantum: quantum ?? Self.quantum, isPassive: quantum == nil)
    self.listener = listener
    // The listener works once there are chunks.
    _ = await listener.silence(after: Core.loop.now, of: .milliseconds(50))
  }

  /// Leaves the graph to the measured programs.
  func stopListening() {
    listener.close()
    listener = nil
  }

  /// Waits for a random time, so that no measurement is in step with the cycles of the graph.
  func stagger() async { await pause(.microseconds(Int(number(in: 0..<50_000)))) }

  func number(in range: Range<Double>) -> Double {
    random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return range.lowerBound + Double(random >> 11) / Double(1 << 53) * (range.upperBound - range.lowerBound)
  }

  /// Removes the null sink for `body`, which plugs in its own cards.
  func withoutSink(_ body: @Core () async throws -> Void) async throws {
    stopListening()
    try await desktop.order(.removeSink(Self.sink))
    var failure: (any Error)?
    do { try await body() } catch { failure = error }
    try await desktop.order(.addSink(Self.sink))
    try await listen()
    if let failure { throw failure }
  }

  /// Waits until there is no more sound.
  func quiet() async throws {
    guard await listener.silence(after: Core.loop.now) != nil else {
      throw BenchError("the sink does not fall silent")
    }
  }

  // MARK: Programs

  /// Starts a program that ends at the latest with its part of the measurements.
  ///
  /// - Parameter environment: variables beside those of the desktop.
  func start(
    _ command: [String], environment: [String: String] = [:], keepsInputOpen: Bool = false
  ) throws -> RunningProcess {
    let process = try desktop.start(command, environment: environment, keepsInputOpen: keepsInputOpen)
    processes.append(process)
    return process
  }

  /// Ends the programs that a part has left, and listens again.
  func tidy() async throws {
    await endProcesses()
    if listener == nil { try await listen() }
    if try await isOwned(Aloud.name) { _ = try? await Aloud(rig: self).call("Clear") }
    try await quiet()
  }

  /// Ends the programs that still run.
  func endProcesses() async {
    for process in processes where process.isRunning { _ = try? await process.end() }
    processes = []
  }

  /// Returns the path of a program; `nil` if it is not installed.
  nonisolated static func find(_ program: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(program)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Compiles one of the small C peers; `nil` if that is not possible.
  func compile(_ peer: String, _ arguments: [String]) async throws -> String? {
    let program = "\(folder)/\(peer)"
    if FileManager.default.isExecutableFile(atPath: program) { return program }
    guard let compiler = Self.find("cc") else { return nil }
    let flags = arguments.joined(separator: " ")
    let source = Project.file("Benchmarks/peers/\(peer).c")
    let result = try await desktop.run("sh", "-c", "\(compiler) -O2 '\(source)' \(flags) -o '\(program)'")
    if !result.succeeded { progress("\(result)") }
    return result.succeeded ? program : nil
  }

  /// Returns speech as a WAV file, after some silence; `nil` without the `espeak-ng` command.
  func recording(_ text: String, name: String, silence: Double = 0) async throws -> String? {
    guard let espeak = Self.find("espeak-ng") else { return nil }
    let path = "\(folder)/\(name).wav"
    if FileManager.default.fileExists(atPath: path) { return path }
    _ = try await desktop.run(espeak, "-v", "en-us", "-w", path, "--stdin", input: text)
    guard silence > 0, let data = FileManager.default.contents(atPath: path) else { return path }
    // The header of espeak-ng takes 44 bytes. Players use the lengths in it, so they are corrected.
    let silent = Data(count: Int(silence * 22050) * 2)
    var wave = Data("RIFF".utf8)
    let samples = data.dropFirst(44)
    func append(_ value: Int) { withUnsafeBytes(of: UInt32(value).littleEndian) { wave.append(contentsOf: $0) } }
    append(36 + silent.count + samples.count)
    wave.append(data[8..<40])
    append(silent.count + samples.count)
    wave.append(silent)
    wave.append(samples)
    try wave.write(to: URL(fileURLWithPath: path))
    return path
  }

  // MARK: The bus

  @discardableResult
  func call(
    _ name: BusName, _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName,
    _ arguments: [BusValue] = []
  ) async throws -> [BusValue] {
    try await bus.call(BusCall(name, path, interface, member, arguments)).arguments
  }

  func property(_ name: BusName, _ path: ObjectPath, _ interface: InterfaceName, _ property: String) async throws
    -> BusValue
  {
    let values = try await call(
      name, path, "org.freedesktop.DBus.Properties", "Get", [.string(interface.text), .string(property)])
    guard let value = values.first?.asVariant else { throw BenchError("\(property) is no variant") }
    return value
  }

  func isOwned(_ name: BusName) async throws -> Bool {
    try await call(.bus, "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner", [.string(name.text)])
      .first?.asBool ?? false
  }

  func processID(of name: BusName) async throws -> Int32 {
    let values = try await call(
      .bus, "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetConnectionUnixProcessID", [.string(name.text)])
    return Int32(values.first?.asUInt32 ?? 0)
  }
}
