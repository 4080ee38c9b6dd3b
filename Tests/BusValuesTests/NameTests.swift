import BusValues
import Testing

@Suite("Names", .timeLimit(.minutes(3)))
struct NameTests {
  @Test(
    "object paths: elements after slashes, none empty", arguments: ["/", "/a", "/org/aloud/Aloud1/track/12", "/_/0"])
  func path(_ text: String) { #expect(ObjectPath(text)?.text == text) }

  @Test("object paths: the rest is refused", arguments: ["", "a", "//", "/a/", "/a//b", "/a-b", "/é", "/a b", "/a.b"])
  func noPath(_ text: String) { #expect(ObjectPath(text) == nil) }

  @Test(
    "bus names", arguments: ["org.aloud.Aloud1", "org.mpris.MediaPlayer2.aloud", "a.b-c", ":1.42", ":1.x-y.0", "_a._"])
  func name(_ text: String) { #expect(BusName(text)?.text == text) }

  @Test(
    "no bus names",
    arguments: [
      "", "org", "org.", ".org", "a..b", "org.1x", ":", ":1", ":1.", "a.b/c", String(repeating: "a.", count: 128) + "a",
    ])
  func noName(_ text: String) { #expect(BusName(text) == nil) }

  @Test("interface names have no hyphen", arguments: ["a.b-c", ":1.2", "a", "a.1", ""])
  func noInterface(_ text: String) { #expect(InterfaceName(text) == nil) }

  @Test(
    "member names",
    arguments: [("Play", true), ("_9", true), ("9a", false), ("", false), ("a.b", false), ("a-b", false)])
  func member(_ text: String, _ isValid: Bool) { #expect((MemberName(text) != nil) == isValid) }

  @Test("length limits are 255 bytes")
  func lengths() {
    #expect(MemberName(String(repeating: "a", count: 255)) != nil)
    #expect(MemberName(String(repeating: "a", count: 256)) == nil)
    #expect(BusName("a." + String(repeating: "a", count: 253)) != nil)
    #expect(BusName("a." + String(repeating: "a", count: 254)) == nil)
  }

  @Test("parents and namespaces go by elements")
  func ancestry() {
    #expect(ObjectPath("/a/b").parent == "/a")
    #expect(ObjectPath("/a").parent == "/")
    #expect(ObjectPath("/").parent == nil)
    #expect(ObjectPath("/a/b").isWithin("/a") && ObjectPath("/a").isWithin("/a") && ObjectPath("/a").isWithin("/"))
    #expect(!ObjectPath("/ab").isWithin("/a"))
  }

  @Test("a name that begins with a colon is unique")
  func unique() {
    #expect(BusName(":1.2").isUnique)
    #expect(!BusName.bus.isUnique)
  }
}
