import Confinement
import DocumentWire
import DocumentWorkerKit
import Documents
import Pictures
import Vocabulary

/// A cover by itself, made fit for cards that are square. In a process of its own, so that a picture that ends it costs
/// the reading nothing.
enum CoverReading {
  /// Milliseconds of a processor; the largest picture that is allowed takes half of that.
  private static let patience = 2000

  /// Answers with a description that promises the square copy, and the copy; with neither if it is already a square.
  static func run(_ source: inout DocumentSource, _ answer: DocumentSender) throws(Trouble) {
    Confinement.limitProcessorTime(milliseconds: patience)
    guard let image = CoverImage(try source.readAll(limit: CoverImage.maximumSize)) else {
      throw Trouble(.unknownFormat, "neither PNG nor JPEG")
    }
    if let copy = try SquareCover.copy(of: image) {
      answer.send(DocumentDescription(cover: copy.kind))
      answer.send(copy)
    }
  }
}
