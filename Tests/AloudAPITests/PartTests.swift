import BusValues
import Testing

@testable import AloudAPI

/// The parts of an utterance in `SpeakParts`.
@Suite(.timeLimit(.minutes(1)))
struct PartTests {
  private func error(_ parts: BusValue, _ options: [String: BusValue] = [:]) -> BusError? {
    do throws(BusError) {
      _ = try AloudCall.decode(method: "SpeakParts", arguments: [parts, .vardict(options)])
      return nil
    } catch {
      return error
    }
  }

  private func list(_ parts: [(String, BusValue)]) -> BusValue {
    .array(of: "(sv)", parts.map { .structure([.string($0.0), .variant($0.1)]) })
  }

  @Test func aWrongPartIsNamedByItsNumber_S1_16() {
    let wrong = error(list([("text", .string("a")), ("sound", .descriptor(0))]))
    #expect(wrong?.name == APIErrorCode.invalidOption.busName)
    #expect(wrong?.message == "part 2 is 'sound', and must be one of: text, clip")
    #expect(error(list([("clip", .string("/a.oga"))]))?.message == "part 1, a clip, must be a file descriptor (h)")
    #expect(error(list([("text", .uint32(1))]))?.message == "part 1, a text, must be a string (s)")
  }

  @Test func thereAreOneToAHundredParts_S1_16() {
    #expect(error(list([]))?.name == APIErrorCode.empty.busName)
    let many = [(String, BusValue)](repeating: ("text", .string("a")), count: AloudBus.maximumParts)
    #expect(error(list(many)) == nil)
    #expect(error(list(many + many))?.name == APIErrorCode.tooLarge.busName)
    let long = String(repeating: "x", count: AloudBus.maximumTextBytes / 2 + 1)
    #expect(error(list([("text", .string(long)), ("text", .string(long))]))?.name == APIErrorCode.tooLarge.busName)
  }

  @Test(arguments: ["format", "chapters", "again", "from-chapter", "from-paragraph"])
  func optionsOfDocumentsAreRefused_S1_16(name: String) {
    let refused = error(list([("text", .string("a"))]), [name: .bool(true)])
    #expect(refused?.name == APIErrorCode.invalidOption.busName)
    #expect(refused?.message == "option '\(name)' is about documents; SpeakParts does not know it")
  }
}
