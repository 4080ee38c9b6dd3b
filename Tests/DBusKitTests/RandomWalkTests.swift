import BusValues
import DBusKit
import DesktopSupport
import EventLoop
import Foundation
import Testing

/// Random calls to a real bus: each gets exactly the answer that its description predicts.
///
/// There are four walks; `ALOUD_WALKS`, the number of shorter walks elsewhere, sets one for each 25.
@Suite("Random calls", .serialized, .timeLimit(.minutes(3)))
struct RandomWalkTests {
  private static let seeds =
    1...max(1, (ProcessInfo.processInfo.environment["ALOUD_WALKS"].flatMap { UInt64($0) } ?? 100) / 25)

  @Test("every call gets exactly one answer, of the foretold kind, and nothing is left over", arguments: seeds)
  func walk(_ seed: UInt64) async throws {
    try await onLoop {
      let scene = try Scene()
      let walk = RandomCalls(scene, seed: seed)
      var answered = 0
      let finished = Events<Int>()
      let count = 5000
      for _ in 0..<count {
        let (call, expected, isWanted) = walk.next()
        guard isWanted else {
          try scene.client.send(call)
          answered += 1
          continue
        }
        var answers = 0
        scene.client.call(call) { result in
          answers += 1
          answered += 1
          #expect(answers == 1)
          #expect(expected == result.errorName, "\(call)")
          if answered == count { finished.add(answered) }
        }
        // The bus limits open calls, and both ends are in this process.
        if answered.isMultiple(of: 64) { try await scene.client.roundTrip() }
      }
      // The calls of one client are performed in order: after this one none of the others waits for its turn.
      _ = try await scene.call("Only2", interface: "org.aloud.Test2")
      scene.object.kept.removeAll()
      if answered < count { _ = await finished.next() }
      #expect(scene.client.isOpen && scene.service.isOpen)
      #expect(try await scene.call("Only2", interface: "org.aloud.Test2").arguments == [.int32(2)])
    }
  }
}

@Core
private final class RandomCalls {
  private typealias Name = BusError.Name
  private let scene: Scene
  private var random: SeededGenerator

  init(_ scene: Scene, seed: UInt64) {
    self.scene = scene
    random = SeededGenerator(seed: seed)
  }

  /// A call, the name of the expected error ("" for success), and true if an answer is requested.
  func next() -> (BusCall, String, Bool) {
    let paths: [ObjectPath] = [Scene.path, Scene.path, Scene.path, Scene.path, Scene.path, "/", "/org", "/nowhere"]
    let path = pick(paths)
    let interfaces = scene.object.interfaces + [.peer, .introspectable, .properties]
    let known = pick(interfaces)
    let interface = chance(20) ? nil : chance(10) ? "org.aloud.Unknown" : known.name
    let member = chance(8) ? "Unknown" : known.methods.isEmpty ? "Nothing" : pick(known.methods).name
    let method = interfaces.lazy.filter { interface == nil || $0.name == interface }.compactMap {
      $0.method(member.text)
    }.first
    let signatures = method.map { $0.input.map(\.signature) } ?? []
    let arguments = chance(4) ? (0..<Int.random(in: 0...3, using: &random)).map { _ in value() } : values(signatures)
    let call = BusCall(scene.service.uniqueName, path, interface, member, arguments)
    return (call, expectation(call, method, interfaces), !chance(10))
  }

  private func expectation(
    _ call: BusCall, _ method: MethodDescription?, _ interfaces: [InterfaceDescription]
  ) -> String {
    if call.path != Scene.path {
      let isPeer = InterfaceDescription.peer.method(call.member.text) != nil
      let isIntrospect = call.member == "Introspect" && call.path != "/nowhere"
      let offered: InterfaceName? = isPeer ? "org.freedesktop.DBus.Peer" : "org.freedesktop.DBus.Introspectable"
      guard isPeer || isIntrospect, call.interface == nil || call.interface == offered else {
        return Name.unknownObject
      }
    } else if let interface = call.interface, !interfaces.contains(where: { $0.name == interface }) {
      return Name.unknownInterface
    }
    guard let method else { return Name.unknownMethod }
    guard BusValue.conform(call.arguments, to: method.input.map(\.signature)) else { return Name.invalidArguments }
    switch method.name.text {
    case "Drop", "Keep", "KeepText", "WrongType": return Name.failed
    case "Fail": return InterfaceName(call.arguments[0].asString!)?.text ?? Name.failed
    case "PassDescriptors": return Name.failed  // without descriptors nothing is taken, and the call is dropped
    case "Get", "Set", "GetAll": return property(call, method.name.text, interfaces)
    default: return ""
    }
  }

  private func property(_ call: BusCall, _ method: String, _ interfaces: [InterfaceDescription]) -> String {
    let interface = call.arguments[0].asString!
    guard interface.isEmpty || interfaces.contains(where: { $0.name.text == interface }) else {
      return Name.unknownInterface
    }
    if method == "GetAll" { return "" }
    let name = call.arguments[1].asString!
    let found = interfaces.lazy.filter { interface.isEmpty || $0.name.text == interface }.compactMap {
      $0.property(name)
    }.first
    guard let property = found else { return Name.unknownProperty }
    if method == "Get" {
      switch name {
      case "Secret": return Name.accessDenied
      case "Broken": return Name.notSupported
      case "WrongType": return Name.failed
      default: return ""
      }
    }
    guard property.access != .read else { return Name.propertyReadOnly }
    let value = call.arguments[2].asVariant
    let isNumber = property.signature == .double && value?.asNumber != nil
    guard let value, isNumber || value.signature == property.signature else { return Name.invalidArguments }
    if isNumber, let rate = value.asNumber, !(rate > 0) { return Name.invalidArguments }
    return ""
  }

  // MARK: Values

  private func pick<T>(_ choices: [T]) -> T { choices.randomElement(using: &random)! }

  private func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

  private func values(_ signatures: [Signature]) -> [BusValue] {
    signatures.map { signature in
      switch signature.text {
      case "s": return .string(text())
      case "as": return .strings((0..<Int.random(in: 0...4, using: &random)).map { _ in text() })
      case "v": return .variant(chance(3) ? .double(Double.random(in: -2...2, using: &random)) : value())
      default: return .array(of: .descriptor, [])
      }
    }
  }

  private func text() -> String {
    pick([
      "", "Rate", "Number", "Secret", "Broken", "WrongType", "Metadata", "org.aloud.Test1", "org.aloud.Test2",
      "org.freedesktop.DBus.Properties", "not a name", "日本語", String(repeating: "x", count: 5000), "a\u{301}🎧",
    ])
  }

  private func value(depth: Int = 0) -> BusValue {
    let count = Int.random(in: 0...3, using: &random)
    switch Int.random(in: 0..<(depth > 4 ? 8 : 14), using: &random) {
    case 0: return .byte(.random(in: .min ... .max, using: &random))
    case 1: return .bool(chance(2))
    case 2: return .int16(.random(in: .min ... .max, using: &random))
    case 3: return .uint32(.random(in: .min ... .max, using: &random))
    case 4: return .int64(.random(in: .min ... .max, using: &random))
    case 5: return .double(pick([0, -0.0, 1, .infinity, .greatestFiniteMagnitude, -1]))
    case 6: return .string(text())
    case 7: return .objectPath("/a/b")
    case 8: return .signature("a{sv}")
    case 9: return .strings((0..<count).map { _ in text() })
    case 10: return .vardict(Dictionary((0..<count).map { _ in (text(), value(depth: depth + 1)) }) { $1 })
    case 11: return .structure((0...count).map { _ in value(depth: depth + 1) })
    case 12: return .array(of: .variant, (0..<count).map { _ in .variant(value(depth: depth + 1)) })
    default: return .variant(value(depth: depth + 1))
    }
  }
}
