import Playback
import Testing

@Suite(.timeLimit(.minutes(3)))
struct EndpointTests {
  private func endpoint(_ bus: String, _ form: String, _ port: String?) -> Endpoint {
    Cards.sink(
      1, of: Cards.device(2, "card", bus: bus, form: form), port.map { Cards.route(0, $0) })
  }

  @Test func portTypeFormFactorAndBusDecideWhatIsPrivate_S0_16_S0_17() {
    let cases: [(bus: String, form: String, port: String?, isPrivate: Bool)] = [
      ("pci", "internal", "headphones", true), ("pci", "internal", "speaker", false), ("pci", "", "hdmi", false),
      ("pci", "internal", "analog", false), ("pci", "internal", nil, false), ("pci", "", "line", false),
      ("pci", "internal", "earpiece", true), ("usb", "headset", "analog", true), ("usb", "headphone", nil, true),
      ("usb", "speaker", "analog", false), ("usb", "", "analog", true), ("usb", "", "speaker", false),
      ("usb", "", "headset", true), ("usb", "", "hdmi", false), ("usb", "hands-free", "", true),
      ("bluetooth", "headset", "headset", true), ("bluetooth", "", nil, true),
      ("bluetooth", "speaker", "speaker", true),
      ("", "hearing-aid", "", true), ("", "", "", false), ("firewire", "", "spdif", false),
    ]
    for (bus, form, port, isPrivate) in cases {
      #expect(endpoint(bus, form, port).isPrivate == isPrivate, "\(bus) \(form) \(port ?? "none")")
    }
  }

  @Test func labelsDecideNothing_S0_17() {
    var endpoint = endpoint("pci", "internal", "speaker")
    endpoint.route?.label = "Headphones"
    endpoint.route?.name = "headphones"
    endpoint.sinkLabel = "Bluetooth Headset"
    endpoint.device?.label = "Kopfhörer"
    #expect(!endpoint.isPrivate)
  }

  @Test func aSinkOfNoCardIsNotPrivateAndOneOfAHiddenCardIs() {
    #expect(!Cards.nullSink.isPrivate)
    var hidden = Cards.speakerSink
    hidden.device = nil
    #expect(hidden.isPrivate)
  }

  @Test func theUnpluggedEndpointIsNamed() {
    var jack = Cards.laptopSink(1)
    jack.route?.label = "Headphones"
    #expect(jack.name == "Headphones")
    #expect(Cards.usbSink.name == "usb headset")
    #expect(Cards.nullSink.name == "null.0")
  }

  @Test func theSameThingIsKnownAgain() {
    var again = Cards.usbSink
    again.sink = 99
    again.device?.serial = 98
    #expect(again.isSame(as: Cards.usbSink))
    #expect(!again.isSame(as: Cards.musicSink))
    // A headset is one device in every profile; a laptop has several endpoints.
    #expect(Cards.callSink.isSame(as: Cards.musicSink))
    #expect(!Cards.laptopSink(0).isSame(as: Cards.laptopSink(1)))
    #expect(!Cards.nullSink.isSame(as: Cards.speakerSink))
  }
}
