import AloudAPI
import BusValues
import Testing

@Suite("Errors of org.aloud.Aloud1", .timeLimit(.minutes(3)))
struct ErrorTests {
  @Test(arguments: APIErrorCode.allCases)
  func everyErrorComesBackFromItsReply(code: APIErrorCode) {
    let error = APIError(code, "why")
    #expect(error.busError.name == "org.aloud.Aloud1.Error." + code.rawValue)
    #expect(APIError(error.busError) == error)
  }

  @Test(arguments: APIErrorCode.allCases)
  func everyErrorNameCanBeSent(code: APIErrorCode) {
    #expect(InterfaceName(code.busName) != nil)
  }

  @Test(arguments: [
    "org.freedesktop.DBus.Error.Failed", "org.aloud.Aloud1.Error.", "NoVoice", "", "org.aloud.Aloud1.Error.NoVoiceX",
  ])
  func foreignErrorsAreNotOurs(name: String) {
    #expect(APIError(BusError(name: name, message: "")) == nil)
  }
}
