import DocumentReading
import DocumentWorkerKit
import Documents
import TextDecoding
import Wire

/// The files that a playlist names. None of them is opened here: this process opens nothing.
enum PlaylistReading {
  /// - Parameter name: the list's name, whose ending tells a list without a header from a text.
  static func run(_ source: inout DocumentSource, _ name: String) throws(WorkerFailure) -> [PlaylistEntry] {
    guard case .playlist(let syntax) = FormatGuess(try source.peek(FormatGuess.sampleLength), name: name) else {
      throw WorkerFailure(.unknownFormat, "no playlist")
    }
    let bytes = try source.readAll(limit: PlaylistReader.maximumSize)
    do throws(DocumentError) {
      return try PlaylistReader.read(bytes, as: syntax, decode: EncodedText.whole)
    } catch {
      throw WorkerFailure(error)
    }
  }
}
