import Confinement
import Encoding
import Glibc
import SoundWire
import Vocabulary
import Wire

/// `aloud-encode` converts samples to a sound file. It receives its order on the socket at descriptor 3, and both files
/// as open descriptors.
public enum EncodeWorker {
  /// True if this process was started under the worker's name. The decoder's program can have that name, too: both are
  /// Swift's runtime for the most part, which is thus installed once.
  public static var isCalled: Bool { ProgramName.isCalled("aloud-encode") }

  /// Runs the worker; the process has only this thread.
  public static func run() -> Never {
    Confinement.enter(memory: 1 << 30, writesFiles: true)
    Confinement.seal()
    let socket = WorkerSocket.inherited
    socket.send(EncoderAnswer.hello(worker: "aloud-encode").encoded(request: 0))
    do throws(Trouble) {
      let order = try EncodingOrder(from: socket)
      let total = try encode(order) { frames in socket.send(EncoderAnswer.progress(frames: frames).encoded(request: 1))
      }
      socket.send(EncoderAnswer.done(frames: total).encoded(request: 1))
    } catch {
      socket.send(EncoderAnswer.failed(error).encoded(request: 1))
    }
    // Waits until the service has read the packets.
    var rest = [UInt8](repeating: 0, count: Wire.maximumPacket)
    _ = socket.receive(into: &rest)
    _exit(0)
  }

  /// - Returns: the number of frames encoded.
  private static func encode(_ order: EncodingOrder, progress: (Int) -> Bool) throws(Trouble) -> Int {
    do throws(EncodingError) {
      var file = try SoundFile(order.sound, descriptor: order.output)
      var told = 0
      // The service may be gone.
      func tell(_ done: Int, _ interval: Int) {
        guard done - told >= interval else { return }
        told = done
        guard progress(done) else { _exit(1) }
      }
      let done: Int
      switch order.samples {
      case .speech(let sampleRate, let first, let count):
        let samples = SpeechSamples(file: order.input, first: first, count: count)
        done = try samples.append(to: &file) { tell($0, sampleRate * 60) }
      case .recording(let sampleRate, let channels, _):
        let samples = PipedSamples(pipe: order.input, channels: channels)
        // A recording may be decoded slowly, from a slow disk: each second is a sign of life.
        done = try samples.append(to: &file) { tell($0, sampleRate) }
      }
      try file.finish()
      return done
    } catch {
      switch error.code {
      case .notWritten: throw Trouble(.unreadable, "the file cannot be written: \(error.detail)")
      case .unavailable, .refused: throw Trouble(.engine, error.detail)
      }
    }
  }
}
