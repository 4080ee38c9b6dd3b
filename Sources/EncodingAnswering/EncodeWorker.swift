import Confinement
import Encoding
import Glibc
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
    socket.send(WorkerAnswer.hello(engine: "aloud-encode", sampleRate: EncodingOrder.sampleRate).encoded(request: 0))
    do throws(WorkerFailure) {
      let order = try EncodingOrder(from: socket)
      let total = try encode(order) { frames in
        socket.send(WorkerAnswer.progress(frames: frames, marks: 0, lastMark: 0).encoded(request: 1))
      }
      socket.send(WorkerAnswer.done(total: total).encoded(request: 1))
    } catch {
      socket.send(WorkerAnswer.failed(error).encoded(request: 1))
    }
    // Waits until the service has read the packets.
    var rest = [UInt8](repeating: 0, count: Wire.maximumPacket)
    _ = socket.receive(into: &rest)
    _exit(0)
  }

  /// - Returns: the number of samples encoded.
  private static func encode(_ order: EncodingOrder, progress: (Int) -> Bool) throws(WorkerFailure) -> Int {
    do throws(EncodingError) {
      var file = try SoundFile(order.sound, descriptor: order.output)
      var buffer = [Int16](repeating: 0, count: 1 << 15)
      var done = 0
      var told = 0
      while done < order.sound.count {
        let wanted = min(buffer.count, order.sound.count - done)
        let count = buffer.withUnsafeMutableBytes { bytes in
          pread(order.input, bytes.baseAddress, wanted * 2, off_t((order.first + done) * 2))
        }
        guard count >= 2 else { throw EncodingError.shortInput }
        try buffer.withUnsafeBufferPointer { samples throws(EncodingError) in
          try file.append(UnsafeBufferPointer(rebasing: samples[..<(count / 2)]))
        }
        done += count / 2
        if done - told >= EncodingOrder.sampleRate * 60 {
          told = done
          // The service is gone.
          guard progress(done) else { _exit(1) }
        }
      }
      try file.finish()
      return done
    } catch {
      switch error.code {
      case .notWritten: throw WorkerFailure(.unreadable, "the file cannot be written: \(error.detail)")
      case .unavailable, .refused: throw WorkerFailure(.engine, error.detail)
      }
    }
  }
}
