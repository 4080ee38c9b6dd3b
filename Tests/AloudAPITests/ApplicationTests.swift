import AloudAPI
import BusValues
import Testing

@Suite("org.freedesktop.Application", .timeLimit(.minutes(1)))
struct ApplicationTests {
  /// "The object path … is determined from the desktop file's name: … each '.' becomes '/', and '-' becomes '_'."
  @Test func nameAndObjectAreThoseOfTheDesktopEntry() {
    #expect(ApplicationInterface.name.text == "org.aloud.Aloud")
    #expect(ApplicationInterface.path.text == "/" + ApplicationInterface.name.text.replacing(".", with: "/"))
  }

  @Test func theTypesAreThoseOfTheSpecification() {
    let methods = ApplicationInterface.description.methods.map { "\($0.name.text) \($0.inputSignature.text)" }
    #expect(methods == ["Activate a{sv}", "Open asa{sv}", "ActivateAction sava{sv}"])
  }

  @Test func actionsAreReadAndOthersRefused_S4_08() throws {
    #expect(try ApplicationAction("toggle", parameter: []) == .toggle)
    #expect(try ApplicationAction("speak", parameter: [.variant(.string("Hello"))]) == .speak("Hello"))
    #expect(try ApplicationAction("open", parameter: [.variant(.string("file:///a.ogg"))]) == .open("file:///a.ogg"))
    for (name, parameter): (String, [BusValue]) in [
      ("dance", []), ("speak", []), ("speak", [.variant(.int32(1))]),
      ("speak", [.variant(.string("a")), .variant(.string("b"))]), ("open", []), ("open", [.variant(.int32(1))]),
      ("open", [.variant(.string("file:///" + String(repeating: "x", count: AloudBus.maximumURIBytes)))]),
    ] {
      #expect(throws: BusError.self) { try ApplicationAction(name, parameter: parameter) }
    }
  }
}
