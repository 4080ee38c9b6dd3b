import AloudAPI
import CommandOutput
import EventLoop

/// A verb that shows one setting of the service, or changes it and shows the new value.
protocol SettingVerb: Verb {
  /// A number, or a word of the service. A word of a later version is shown unchanged.
  associatedtype Value
  /// The key of the value in JSON.
  static var key: String { get }
  /// The value in a state of the service.
  static func value(in status: Status) -> Value
  /// The members of the JSON answer.
  static func members(_ value: Value) -> [(String, JSON)]
  /// The value for people.
  static func text(_ value: Value, _ symbols: Symbols) -> String
  /// The value on a terminal if a word of the bus would be a riddle there; `nil`: ``text(_:_:)``.
  static func sentence(_ value: Value) -> String?

  /// The argument; `nil`: the setting is shown.
  var typed: String? { get }
  var output: OutputOptions { get }
  /// Changes the setting.
  ///
  /// - Returns: the new value; `nil` if nothing is to be shown.
  @Core func change(to typed: String) async throws(Failure) -> Value?
}

extension SettingVerb {
  static func sentence(_ value: Value) -> String? { nil }

  @Core
  func run(_ console: Console) async throws(Failure) { try await showOrChange(console) }

  /// Shows the setting if nothing was typed, and changes it otherwise.
  @Core
  func showOrChange(_ console: Console) async throws(Failure) {
    if let typed {
      if let value = try await change(to: typed) { show(value, console) }
    } else if let status = try await Service().status() {
      show(Self.value(in: status), console)
    } else {
      Idle.print(output.json, console, Self.members(Self.value(in: .idle)))
    }
  }

  @Core
  func show(_ value: Value, _ console: Console) {
    guard !output.json else { return console.print(JSON.answer(Self.members(value)).text) }
    let sentence = console.isTerminal ? Self.sentence(value) : nil
    console.print(sentence ?? Self.text(value, console.symbols))
  }
}

extension SettingVerb where Value == String {
  static func members(_ value: String) -> [(String, JSON)] { [(key, .string(value))] }
  static func text(_ value: String, _ symbols: Symbols) -> String { value }
}
