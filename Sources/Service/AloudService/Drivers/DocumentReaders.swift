import EventLoop
import Reading
import Workers

/// The readers of documents, with those that are kept ready.
@Core
protocol DocumentReaders: TextReader {
  /// True if no document is being read.
  var isIdle: Bool { get }
  /// Gets ready for the first document.
  func warm()
  /// Keeps a reader ready for the next document, or not any more.
  func setStandby(_ isOn: Bool)
  /// Ends what is kept ready.
  func release()
}

extension DocumentReader: DocumentReaders {}
