import BusValues
import Foundation
import FoundationXML
import Testing

@Suite("Introspection data", .timeLimit(.minutes(3)))
struct IntrospectionTests {
  let description = InterfaceDescription(
    "org.aloud.Test1",
    methods: [
      MethodDescription(
        "Speak", in: [ArgumentDescription("text", "s"), ArgumentDescription("options", "a{sv}")],
        out: [ArgumentDescription("track", "o")], annotations: [.deprecated], doc: "Says \"<text>\" & more.\nTwo lines."
      )
    ],
    signals: [SignalDescription("Word", [ArgumentDescription("range", "(uu)")])],
    properties: [
      PropertyDescription("Position", "x", emitsChanged: .false),
      PropertyDescription("Rate", "d", access: .readWrite),
      PropertyDescription("Version", "s", emitsChanged: .const),
    ])

  @Test("is well-formed XML with everything that was described, texts unharmed")
  func wellFormed() throws {
    let document = Introspection.document(interfaces: [description, .properties], children: ["track"])
    let elements = try Elements(document)
    #expect(elements.named("interface").map { $0["name"] } == ["org.aloud.Test1", "org.freedesktop.DBus.Properties"])
    #expect(elements.named("node").map { $0["name"] } == [nil, "track"])
    #expect(elements.named("arg").prefix(3).map { $0["direction"] } == ["in", "in", "out"])
    #expect(elements.named("property").map { $0["access"] } == ["read", "readwrite", "read"])
    let notes = elements.named("annotation").map { [$0["name"], $0["value"]] }
    #expect(notes.contains(["org.gtk.GDBus.DocString", "Says \"<text>\" & more.\nTwo lines."]))
    #expect(notes.contains(["org.freedesktop.DBus.Deprecated", "true"]))
    #expect(
      notes.filter { $0[0] == "org.freedesktop.DBus.Property.EmitsChangedSignal" }.map { $0[1] } == ["false", "const"])
  }

  @Test("documentation can be left out")
  func withoutDocumentation() {
    #expect(!Introspection.document(interfaces: [description], documentation: false).contains("DocString"))
  }

  @Test("an empty node is one element")
  func empty() { #expect(Introspection.document(interfaces: []).hasSuffix("<node/>\n")) }
}

private final class Elements: NSObject, XMLParserDelegate {
  private var found: [(String, [String: String])] = []

  init(_ document: String) throws {
    super.init()
    let parser = XMLParser(data: Data(document.utf8))
    parser.delegate = self
    guard parser.parse() else { throw parser.parserError ?? CocoaError(.fileReadCorruptFile) }
  }

  func named(_ name: String) -> [[String: String]] { found.filter { $0.0 == name }.map(\.1) }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) { found.append((name, attributes)) }
}
