import EventLoop
import Foundation
import Glibc

/// The private PipeWire of this test process: `scripts/private-desktop --serve`, whose environment becomes ours.
///
/// Orders block the calling thread, so tests give them outside of the core loop.
actor Desktop {
  static let shared = Desktop()

  private let process = Process()
  private let orders = Pipe()
  private let answers = Pipe()
  private var buffer = Data()

  /// Starts the desktop and the core loop once.
  private init() {
    let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "scripts/private-desktop")
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["bash", script.path, "--serve"]
    process.standardInput = orders
    process.standardOutput = answers
    do { try process.run() } catch { fatalError("the private desktop does not start: \(error)") }
    var line = Self.readLine(answers, &buffer)
    while line != "ready" {
      guard let text = line else { fatalError("the private desktop ended before it was ready") }
      if text.hasPrefix("unset ") {
        unsetenv(String(text.dropFirst(6)))
      } else if let equals = text.firstIndex(of: "=") {
        setenv(String(text[..<equals]), String(text[text.index(after: equals)...]), 1)
      }
      line = Self.readLine(answers, &buffer)
    }
    Core.loop.startThread()
  }

  /// Gives an order and waits for its answer.
  func order(_ text: String) {
    orders.fileHandleForWriting.write(Data((text + "\n").utf8))
    let answer = Self.readLine(answers, &buffer)
    precondition(answer == "ok", "\(text): \(answer ?? "the desktop is gone")")
  }

  /// Runs a program inside and returns what it printed.
  func run(_ arguments: [String], environment: [String: String] = [:]) -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let output = Pipe()
    process.standardOutput = output
    do { try process.run() } catch { fatalError("\(arguments): \(error)") }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }

  /// A node as `pw-dump` shows it.
  struct Node: Sendable {
    var id: Int
    var state: String
    var properties: [String: String]
  }

  /// The node called `name`.
  func node(_ name: String) -> Node? {
    let text = run(["pw-dump"])
    guard let objects = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]] else { return nil }
    for object in objects {
      guard let info = object["info"] as? [String: Any], let properties = info["props"] as? [String: Any],
        properties["node.name"] as? String == name, let id = object["id"] as? Int
      else { continue }
      return Node(
        id: id, state: info["state"] as? String ?? "", properties: properties.compactMapValues { $0 as? String })
    }
    return nil
  }

  private static func readLine(_ pipe: Pipe, _ buffer: inout Data) -> String? {
    while true {
      if let end = buffer.firstIndex(of: 10) {
        let line = String(decoding: buffer[buffer.startIndex..<end], as: UTF8.self)
        buffer = Data(buffer[(end + 1)...])
        return line
      }
      let more = pipe.fileHandleForReading.availableData
      guard !more.isEmpty else { return nil }
      buffer.append(more)
    }
  }
}
