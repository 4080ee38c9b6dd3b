import Confinement
import Speech
import SpeechWire
import Wire

/// A copy of this process that waits for an utterance: copying takes half a millisecond, which the listener would wait
/// for. There is one at the most.
///
/// It gets its utterance over a pair of sockets that exists before the process is sealed. No copy has an end of it
/// while it speaks, so that a text that takes over the engine cannot speak to the next copy.
struct WaitingCopy {
  private let pair: (near: WorkerSocket, far: WorkerSocket)
  private var child: ChildProcess?
  /// True from the loss of a copy to the next utterance: what ends copies would end the next one, too.
  private var isLost = false

  /// `nil` if there is no descriptor left. Every utterance then gets a copy of its own when it comes.
  init?() {
    guard let pair = WorkerSocket.pair() else { return nil }
    self.pair = pair
  }

  /// Makes the copy, if there is none and the last one has spoken.
  ///
  /// - Parameter speak: speaks the utterance of a request, in the copy, and returns the exit code.
  mutating func make(_ speak: (_ request: UInt32, _ utterance: Utterance) -> Int32) {
    guard child == nil, !isLost else { return }
    // A copy that was killed may have left its packet.
    pair.far.discardPackets()
    child = ChildProcess.run { [pair] in
      pair.near.close()
      var buffer = [UInt8](repeating: 0, count: Wire.maximumPacket)
      let (count, _) = pair.far.receive(into: &buffer)
      pair.far.close()
      guard let (request, order) = try? SpeechRequest.decode(buffer[..<count]), case .speak(let utterance) = order
      else { return 1 }
      return speak(request, utterance)
    }
  }

  /// Gives the utterance of a request to the copy.
  ///
  /// - Returns: the copy, which is the caller's from now on; `nil` if there is none.
  mutating func speak(_ utterance: Utterance, _ request: UInt32) -> ChildProcess? {
    isLost = false
    guard let child = child.take() else { return nil }
    pair.near.send(SpeechRequest.speak(utterance).encoded(request: request))
    return child
  }

  /// Closes both ends, in another copy.
  func leave() {
    pair.near.close()
    pair.far.close()
  }

  /// A copy has ended; true if it was this one.
  mutating func ended(_ other: ChildProcess) -> Bool {
    guard other == child else { return false }
    child = nil
    isLost = true
    return true
  }
}
