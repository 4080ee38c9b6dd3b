import DocumentReading
import DocumentWire
import DocumentWorkerKit
import Documents
import TextDecoding
import Vocabulary

/// The files that a playlist names. None of them is opened here: this process opens nothing.
enum PlaylistReading {
  /// - Parameter name: the list's name, whose ending tells a list without a header from a text.
  static func run(_ source: inout DocumentSource, _ name: String) throws(Trouble) -> [PlaylistEntry] {
    guard case .playlist(let syntax) = FormatGuess(try source.peek(FormatGuess.sampleLength), name: name) else {
      throw Trouble(.unknownFormat, "no playlist")
    }
    let bytes = try source.readAll(limit: PlaylistReader.maximumSize)
    return try PlaylistReader.read(bytes, as: syntax, decode: EncodedText.whole)
  }
}
