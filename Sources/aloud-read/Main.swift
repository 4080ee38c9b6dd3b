import Confinement
import DocumentReading
import Glibc
import Linguistics
import Wire

/// `aloud-read`: one document into text and sentences, on the socket that the service gives us as descriptor 3.
@main
struct ReadWorker {
  static func main() {
    // ICU's data are 30 MB of address space, mapped and mostly never read.
    Confinement.enter(memory: 512 << 20)
    Confinement.seal()
    let socket = WorkerSocket.inherited
    socket.send(WorkerAnswer.hello(engine: "aloud-read", sampleRate: 0).encoded(request: 0))
    PlainTextReading.rehearse()
    var buffer = [UInt8](repeating: 0, count: Wire.maximumPacket)
    let (count, descriptor) = socket.receive(into: &buffer)
    guard count > 0 else { _exit(0) }
    do throws(WireError) {
      let (request, order) = try WorkerRequest.decode(buffer[..<count])
      guard case .open(let order) = order, let descriptor else { throw .malformed(.open) }
      let answer = DocumentAnswer(socket: socket, request: request)
      do throws(WorkerFailure) {
        let total = try read(descriptor, order, answer)
        socket.send(WorkerAnswer.done(total: total).encoded(request: request))
        // To end takes a millisecond of a processor, while the first sound of the text is made: the service says when.
        _ = socket.receive(into: &buffer)
      } catch {
        socket.send(WorkerAnswer.failed(error).encoded(request: request))
      }
    } catch {
      socket.send(WorkerAnswer.failed(WorkerFailure(.badRequest, "\(error)")).encoded(request: 0))
    }
    _exit(0)
  }

  /// - Returns: the bytes of the document's text.
  private static func read(
    _ descriptor: CInt, _ order: DocumentOrder, _ answer: DocumentAnswer
  ) throws(WorkerFailure) -> Int {
    var source = try DocumentSource(descriptor: descriptor)
    let kind = order.kind == .detect ? try detect(&source, name: order.name) : order.kind
    if kind == .plainText { return try PlainTextReading.run(&source, language: order.language, answer) }
    let writer = try DocumentWriter(answer, language: order.language)
    try FormattedReading.run(&source, kind, writer)
    return try writer.finish()
  }

  private static func detect(_ source: inout DocumentSource, name: String) throws(WorkerFailure) -> DocumentKind {
    switch FormatGuess(try source.peek(FormatGuess.sampleLength), name: name) {
    case .archive: return .epub
    case .html: return .html
    case .markdown: return .markdown
    case .subtitles: return .subtitles
    case .plainText: return .plainText
    case .other(let what): throw WorkerFailure(.unknownFormat, what)
    }
  }
}
