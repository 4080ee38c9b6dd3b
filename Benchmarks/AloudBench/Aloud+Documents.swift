import AloudAPI
import BusValues
import EventLoop
import Foundation

/// The documents of the service, from the view of a client.
extension Aloud {
  /// Opens a file and returns the id of the track that is read first.
  @discardableResult
  func open(_ file: String, _ options: [String: BusValue] = [:]) async throws -> ObjectPath {
    let uri = URL(fileURLWithPath: file).absoluteString
    let answer = try await call(
      "Open", [.strings([uri])], options.merging(["language": .string("en-us")]) { $1 })
    guard let track = answer.first?.asArray?.first?.asObjectPath else { throw BenchError("\(file) is no track") }
    return track
  }

  /// True if all chapters of the current document are known.
  var isWhole: Bool { get async throws { try await get("Document").asVardict?["whole"]?.asBool == true } }

  /// True if the length of the whole document, or of a text that is not divided, is exact.
  var isMeasured: Bool {
    get async throws {
      let document = try await get("Document").asVardict ?? [:]
      guard !document.isEmpty else { return try await get("LengthExact").asBool == true }
      return document["whole"]?.asBool == true && document["length-exact"]?.asBool == true
    }
  }

  /// - Parameter meanwhile: called repeatedly.
  func waitUntilMeasured(within limit: Duration = .seconds(150), _ meanwhile: () -> Void) async throws {
    let start = Core.loop.now
    while try await !isMeasured {
      meanwhile()
      await pause(.milliseconds(50))
      guard start.duration(to: Core.loop.now) < limit else {
        throw BenchError("the book is not measured in time")
      }
    }
  }

  /// Waits until the length of a recording is exact.
  func waitForExactLength() async throws {
    let start = Core.loop.now
    while try await get("LengthExact").asBool != true {
      await pause(.milliseconds(2))
      guard start.duration(to: Core.loop.now) < .seconds(60) else {
        throw BenchError("the length of the recording is not exact in time")
      }
    }
  }

  /// True if a document has been read to its end, so that all of its text is known.
  func isRead(_ track: ObjectPath) async throws -> Bool {
    if let document = try await get("Document").asVardict, !document.isEmpty {
      return document["whole"]?.asBool == true
    }
    let answer = try await call("ListSentences", [.objectPath(track), .uint32(0), .uint32(1)])
    return answer.last?.asVardict?["complete"]?.asBool == true
  }

  /// Goes to a place in the whole document, in seconds.
  func seekInDocument(to seconds: Double) async throws {
    try await call("SetPosition", [.int64(Int64(seconds * 1e6))], ["of": .string("document")])
  }
}
