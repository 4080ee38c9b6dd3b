import Confinement
import Glibc
import Speech
import Wire

/// Sends a document to the service; the socket makes us wait where the service does not read.
final class DocumentAnswer {
  private let socket: WorkerSocket
  private let request: UInt32
  private(set) var bytes = 0
  private(set) var sentences = 0

  init(socket: WorkerSocket, request: UInt32) {
    self.socket = socket
    self.request = request
  }

  func send(text: [UInt8]) {
    var rest = text[...]
    while !rest.isEmpty {
      let chunk = rest.prefix(WorkerAnswer.maximumTextBytes)
      send(.text(firstByte: bytes, Array(chunk)))
      bytes += chunk.count
      rest = rest.dropFirst(chunk.count)
    }
  }

  func send(sentences records: [SentenceRecord]) {
    var rest = records[...]
    while !rest.isEmpty {
      let batch = rest.prefix(WorkerAnswer.maximumSentences)
      send(.sentences(first: sentences, Array(batch)))
      sentences += batch.count
      rest = rest.dropFirst(batch.count)
    }
  }

  private func send(_ answer: WorkerAnswer) {
    // Nobody is there to hear the rest.
    if !socket.send(answer.encoded(request: request)) { _exit(0) }
  }
}
