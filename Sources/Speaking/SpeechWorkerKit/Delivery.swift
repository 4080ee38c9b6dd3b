import Confinement
import Glibc
import Speech
import SpeechWire
import Wire

/// Sends the sound and the marks of one utterance: the first buffer at once, later ones in ever larger packets.
///
/// A silent delivery sends only the amounts, at the same moments. An utterance that crashes the engine therefore ends
/// at the same frame when it is measured and when it is spoken.
struct Delivery {
  private static let firstPacket = 1
  private static let maximumPacket = 16_000

  private let socket: WorkerSocket
  let request: UInt32
  let isSilent: Bool
  /// The frames of an utterance that are made with pauses for others.
  private let politeFrames: Int
  /// Frames and marks sent so far, including those before the part that this delivery sends.
  private(set) var frames: Int
  private(set) var marks: Int
  private(set) var lastMark = 0
  private var samples: [Int16] = []
  private var sampleCount = 0
  private var pendingMarks: [WordMark] = []
  private var pendingReached: [(mark: Int, frame: Int)] = []
  private var packet = firstPacket

  init(socket: WorkerSocket, request: UInt32, isSilent: Bool, sampleRate: SampleRate) {
    self.socket = socket
    self.request = request
    self.isSilent = isSilent
    politeFrames = 2 * sampleRate.hertz
    frames = 0
    marks = 0
  }

  /// Continues after a part that another process has sent.
  mutating func resume(frame: Int, mark: Int, lastMark: Int) {
    (frames, marks, self.lastMark) = (frame, mark, lastMark)
  }

  /// Frames, including those that have not been sent.
  var total: Int { frames + sampleCount }

  mutating func add(_ new: UnsafeBufferPointer<Int16>, at volume: Prosody.Volume = .same) {
    if !isSilent {
      if volume == .same { samples.append(contentsOf: new) } else { samples += new.lazy.map { volume.of($0) } }
    }
    sampleCount += new.count
  }

  /// Sends silence, in packets as if an engine made it.
  mutating func pause(frames: Int) {
    var rest = frames
    while rest > 0 {
      let part = min(rest, Self.maximumPacket)
      if !isSilent { samples.append(contentsOf: repeatElement(0, count: part)) }
      sampleCount += part
      rest -= part
      flushIfFull()
    }
    guard frames > 0 else { return }
    flush()
    // What follows is heard: its first sound does not wait either.
    packet = Self.firstPacket
  }

  /// Adds a mark of the text, at a frame from the utterance's start.
  mutating func add(reached mark: Int, at frame: Int) { pendingReached.append((mark, frame)) }

  /// Adds marks whose frames count from the utterance's start.
  mutating func add(_ marks: [WordMark]) { pendingMarks += marks }

  /// Sends a packet when there are enough samples for one; to be called after each buffer of the engine.
  mutating func flushIfFull() {
    if sampleCount >= packet {
      flush()
      packet = min(max(packet, 2048) * 2, Self.maximumPacket)
    }
    // The first sound is to be heard. If the service or the sound server waits for this processor, it goes before more
    // sound is made.
    if !isSilent, total < politeFrames { sched_yield() }
  }

  /// Sends everything: first the marks, then the samples in which they lie.
  mutating func flush() {
    let end = total
    sendReached { $0 < end }
    let ready = pendingMarks.prefix { $0.frame < end }
    pendingMarks.removeFirst(ready.count)
    send(marks: Array(ready))
    if !isSilent {
      samples.withUnsafeBufferPointer { samples in
        var first = 0
        while first < samples.count {
          let part = samples[first..<min(first + SpeechAnswer.maximumSamples, samples.count)]
          let prefix = SpeechAnswer.samplesPrefix(request: request, firstFrame: frames + first, count: part.count)
          check(socket.send(prefix, samples: UnsafeBufferPointer(rebasing: part)))
          first += part.count
        }
      }
      samples.removeAll(keepingCapacity: true)
    }
    frames = end
    sampleCount = 0
    if isSilent { sendProgress() }
  }

  /// Sends the rest, including marks after the last sample.
  mutating func finish() {
    flush()
    sendReached { _ in true }
    send(marks: pendingMarks)
    pendingMarks = []
  }

  /// Before the words: whoever has got a word has got the marks before it.
  private mutating func sendReached(_ isReady: (_ frame: Int) -> Bool) {
    while let first = pendingReached.first, isReady(first.frame) {
      pendingReached.removeFirst()
      if !isSilent { send(.reached(mark: first.mark, frame: first.frame)) }
    }
  }

  /// Sends marks of a part that is left out.
  func sendReached(_ marks: [PlacedMark]) {
    guard !isSilent else { return }
    for mark in marks { send(.reached(mark: mark.number, frame: frames)) }
  }

  func sendProgress() { send(.progress(frames: frames, marks: marks, lastMark: lastMark)) }

  func send(_ answer: SpeechAnswer) { check(socket.send(answer.encoded(request: request))) }

  private mutating func send(marks new: [WordMark]) {
    guard let last = new.last else { return }
    if !isSilent {
      var rest = new[...]
      while !rest.isEmpty {
        let batch = rest.prefix(SpeechAnswer.maximumMarks)
        send(.marks(first: marks + new.count - rest.count, Array(batch)))
        rest = rest.dropFirst(batch.count)
      }
    }
    marks += new.count
    lastMark = last.span.utf8.lowerBound
  }

  /// If the service is gone, the process ends.
  private func check(_ sent: Bool) { if !sent { _exit(0) } }
}
