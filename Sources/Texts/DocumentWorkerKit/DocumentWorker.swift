import Confinement
public import DocumentWire
public import Documents
import Glibc
public import Vocabulary
import Wire

/// A worker that reads one document. The service sends the document on the socket at descriptor 3.
public enum DocumentWorker {
  /// Reads a document and answers with its text.
  ///
  /// Returns the bytes of the text, or `nil` if the document has been passed on.
  public typealias Read = (inout DocumentSource, DocumentOrder, DocumentSender) throws(Trouble) -> Int?

  /// Reads a picture and answers with a square copy of it, if it is not square.
  public typealias SquareCover = (inout DocumentSource, DocumentSender) throws(Trouble) -> Void

  /// Reads a playlist of that name.
  public typealias ReadList = (inout DocumentSource, _ name: String) throws(Trouble) -> [PlaylistEntry]

  /// The resources of a worker.
  public struct Needs {
    /// Bytes of address space.
    public var memory: UInt64
    /// Files and folders that it reads in addition to the document.
    public var paths: [String]
    /// True if it looks at files of any size, and refuses those that are too large for a text itself.
    public var takesAnySize: Bool

    /// Memory, and the named paths.
    public init(memory: UInt64, paths: [String] = [], takesAnySize: Bool = false) {
      self.memory = memory
      self.paths = paths
      self.takesAnySize = takesAnySize
    }
  }

  /// Runs the worker from start to end.
  ///
  /// - Parameters:
  ///   - prepare: loads the worker's own data before the process is confined.
  ///   - rehearse: warms up for the first document, after the service knows that the worker is ready.
  ///   - squareCover: `nil` if the worker cannot make one.
  ///   - list: `nil` if the worker reads no playlists.
  public static func run(
    _ name: String, _ needs: Needs, prepare: () -> Void = {}, rehearse: () -> Void = {}, read: Read,
    squareCover: SquareCover? = nil, list: ReadList? = nil
  ) -> Never {
    Confinement.enter(memory: needs.memory)
    prepare()
    SentenceLanguages.prepare()
    Confinement.seal(reading: needs.paths)
    let socket = WorkerSocket.inherited
    socket.send(DocumentAnswer.hello(worker: name).encoded(request: 0))
    rehearse()
    var buffer = [UInt8](repeating: 0, count: Wire.maximumPacket)
    let (count, descriptor) = socket.receive(into: &buffer)
    guard count > 0 else { _exit(0) }
    do throws(WireError) {
      let (request, order) = try DocumentRequest.decode(buffer[..<count])
      guard let descriptor else { throw .malformed("\(order.kind)") }
      let answer = DocumentSender(socket: socket, request: request)
      do throws(Trouble) {
        let total: Int?
        switch order {
        case .open(let order):
          var source = try DocumentSource(
            descriptor: descriptor, taken: order.taken, isChecked: !needs.takesAnySize)
          total = try read(&source, order, answer)
        case .squareCover:
          guard let squareCover else { throw Trouble(.spokeOutOfTurn, "\(name) cannot make covers") }
          var source = try DocumentSource(descriptor: descriptor)
          try squareCover(&source, answer)
          total = 0
        case .list(let listName):
          guard let list else { throw Trouble(.spokeOutOfTurn, "\(name) reads no playlists") }
          var source = try DocumentSource(descriptor: descriptor)
          let entries = try list(&source, listName)
          answer.send(entries)
          total = entries.count
        }
        if let total { socket.send(DocumentAnswer.done(total: total).encoded(request: request)) }
        // Exiting takes a millisecond of a processor while the first sound of the text is made. The service says when
        // to exit.
        _ = socket.receive(into: &buffer)
      } catch {
        socket.send(DocumentAnswer.failed(error).encoded(request: request))
      }
    } catch {
      socket.send(DocumentAnswer.failed(Trouble(.spokeOutOfTurn, "\(error)")).encoded(request: 0))
    }
    _exit(0)
  }
}
