import Confinement
import Decoding
import Documents
import EncodingAnswering
import Glibc
import SoundWire
import Vocabulary
import Wire

/// `aloud-decode` plays a recording, an audio file or the sound of a video file: it answers with its description, and
/// with as many samples as the service wants. It receives the file as an open descriptor on the socket at descriptor 3.
@main
struct DecodeWorker {
  static func main() {
    if EncodeWorker.isCalled { EncodeWorker.run() }
    // FFmpeg's libraries take a third of it, and the tables of an MP4 file of ten hours 40 MB.
    Confinement.enter(memory: 512 << 20)
    // A picture is made beside the sound, never instead of it.
    if CommandLine.arguments.dropFirst().first == DecoderRequest.idleArgument { Confinement.becomeIdle() }
    Confinement.seal()
    let socket = WorkerSocket.inherited
    socket.send(DecoderAnswer.hello(worker: "aloud-decode").encoded(request: 0))
    var buffer = [UInt8](repeating: 0, count: Wire.maximumPacket)
    let (count, descriptor) = socket.receive(into: &buffer)
    guard count > 0 else { _exit(0) }
    do throws(Trouble) {
      guard case (1, .decode)? = try? DecoderRequest.decode(buffer[..<count]), let descriptor else {
        throw Trouble(.spokeOutOfTurn, "a recording comes first")
      }
      try RecordingServer(socket, try open(descriptor)).run()
    } catch {
      socket.send(DecoderAnswer.failed(error).encoded(request: 1))
    }
    // Waits until the service has read the packets.
    _ = socket.receive(into: &buffer)
    _exit(0)
  }

  private static func open(_ descriptor: CInt) throws(Trouble) -> Recording {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw Trouble(.unreadable, "not a file")
    }
    let flags = fcntl(descriptor, F_GETFL)
    guard flags >= 0, flags & O_ACCMODE != O_WRONLY else { throw Trouble(.unreadable, "not open for reading") }
    guard status.st_size > 0 else { throw Trouble(.empty, "0 bytes") }
    do throws(DecodingError) {
      return try Recording(descriptor: descriptor, coverLimit: CoverImage.maximumSize)
    } catch {
      let code: TroubleCode =
        switch error.code {
        case .unknownFormat: .unknownFormat
        case .noSound: .empty
        case .damaged: .damaged
        case .unreadable: .unreadable
        case .tooLarge: .tooLarge
        }
      throw Trouble(code, error.detail)
    }
  }
}
