import BusValues
import Testing

@Suite("Values", .timeLimit(.minutes(3)))
struct ValueTests {
  @Test("a value knows its signature")
  func signatures() {
    let value = BusValue.structure([.vardict(["a": .int32(1)]), .strings([]), .variant(.byte(1)), .vardicts([])])
    #expect(value.signature == "(a{sv}asvaa{sv})")
  }

  @Test("no accessor converts")
  func noCoercion() {
    #expect(BusValue.int32(1).asInt64 == nil)
    #expect(BusValue.int64(1).asDouble == nil)
    #expect(BusValue.objectPath("/a").asString == nil)
    #expect(BusValue.variant(.string("a")).asString == nil)
    #expect(BusValue.array(of: .objectPath, []).asStrings == nil)
    #expect(BusValue.dictionary(key: .string, value: .string, []).asVardict == nil)
  }

  @Test("a table goes in and out, with its keys in order")
  func vardict() {
    let value = BusValue.vardict(["b": .bool(true), "a": .strings(["x"]), "c": .vardict([:])])
    #expect(value.asEntries?.map { $0.key.asString } == ["a", "b", "c"])
    #expect(value.asVardict == ["b": .bool(true), "a": .strings(["x"]), "c": .vardict([:])])
  }

  @Test(
    "a value conforms only where all its parts have the types that are declared",
    arguments: [
      (BusValue.array(of: .string, [.int32(1)]), "as", false),
      (.array(of: "ss", []), "ass", false),
      (.array(of: .vardict, [.vardict([:])]), "aa{sv}", true),
      (.array(of: .vardict, [.strings([])]), "aa{sv}", false),
      (.dictionary(key: .variant, value: .string, []), "a{vs}", false),
      (.dictionary(key: .string, value: "ss", []), "a{sss}", false),
      (.dictionary(key: .string, value: .string, [BusEntry(.string("a"), .int32(1))]), "a{ss}", false),
      (.structure([]), "()", false),
      (.structure([.int32(1), .array(of: .string, [.byte(1)])]), "(ias)", false),
      (.variant(.array(of: .string, [.byte(1)])), "v", false),
      (.int32(1), "u", false),
    ])
  func conformance(_ value: BusValue, _ type: String, _ expected: Bool) {
    #expect((Signature(type).map { value.conforms(to: $0) } ?? false) == expected)
    if !expected, value.signature.text == type { #expect(!value.conforms(to: value.signature)) }
  }

  @Test("arguments conform one by one")
  func arguments() {
    #expect(BusValue.conform([.string("a"), .vardict([:])], to: [.string, .vardict]))
    #expect(!BusValue.conform([.string("a")], to: [.string, .vardict]))
    #expect(!BusValue.conform([.vardict([:]), .string("a")], to: [.string, .vardict]))
  }
}
