import Confinement
import Glibc
import Linguistics
import Speech
import SpeechWire
import Vocabulary
import Wire

/// Runs one child for each request. The number of children is limited; further requests wait in order.
struct SpeakServer<E: Engine & ~Copyable>: ~Copyable {
  private static var maximumSpeaking: Int { 4 }
  private static var maximumMeasuring: Int { 2 }
  /// The interval of signs of life of copies that work on a text and send nothing, in milliseconds: a fraction of the
  /// time after which the service gives up.
  private static var signInterval: Int32 { 150 }
  /// Voices in one packet; each takes about a hundred bytes.
  private static var voicesInPacket: Int { 64 }

  private enum Purpose {
    case speaking
    case measurement
    case explanation
  }

  private struct Job {
    var request: UInt32
    var utterance: Utterance
    var purpose: Purpose
    var isCancelled = false
    /// True for a measurement that follows the words as speaking does, so that it crashes at the same frame. Most do
    /// not need it.
    var isThorough = false
    /// The processor time at the last sign of life.
    var worked = Duration.zero

    var isMeasurement: Bool { purpose == .measurement }
  }

  private let socket: WorkerSocket
  private let childSignal: ChildSignal
  private let speaker: Speaker<E>
  /// The voices, until somebody has asked for them.
  private var voices: [Voice]?
  private var waiting: [Job] = []
  private var running: [ChildProcess: Job] = [:]
  private var waitingCopy: WaitingCopy?
  /// True while measurements are stopped.
  private var isHolding = false
  /// The moment of the last signs of life, in nanoseconds.
  private var signs = Self.now

  /// - Parameter voices: those of the engine, if they have been listed already.
  init(
    socket: WorkerSocket, childSignal: consuming ChildSignal, waitingCopy: WaitingCopy?,
    speaker: Speaker<E>, voices: [Voice]?
  ) {
    self.socket = socket
    self.waitingCopy = waitingCopy
    self.voices = voices
    self.childSignal = childSignal
    self.speaker = speaker
  }

  /// Runs until the service closes the socket.
  mutating func run() {
    var buffer = [UInt8](repeating: 0, count: Wire.maximumPacket)
    while true {
      let isWorking = running.values.contains { !$0.isMeasurement }
      let ready = socket.wait(or: childSignal.descriptor, milliseconds: isWorking ? Self.signInterval : nil)
      if ready.other {
        childSignal.clear()
        while let (child, end) = ChildProcess.reap() { ended(child, end) }
      }
      if ready.packet {
        let (count, descriptor) = socket.receive(into: &buffer)
        if let descriptor { close(descriptor) }
        guard count > 0 else { return }
        do throws(WireError) {
          let (request, order) = try SpeechRequest.decode(buffer[..<count])
          take(order, request)
        } catch {
          answer(.failed(Trouble(.spokeOutOfTurn, "\(error)")), to: 0)
        }
      }
      if isWorking { giveSigns() }
      startNext()
      awaitNext()
    }
  }

  /// Tells of each copy that has worked since the last time, so that nobody takes a slow engine for one that hangs. A
  /// copy that stands still gives no sign. Measurements give signs of their own.
  private mutating func giveSigns() {
    let now = Self.now
    guard now - signs >= Int64(Self.signInterval) * 1_000_000 else { return }
    signs = now
    for (child, job) in running where !job.isMeasurement && !job.isCancelled {
      guard let worked = child.processorTime, worked > job.worked else { continue }
      running[child]?.worked = worked
      answer(.started, to: job.request)
    }
  }

  /// Nanoseconds since some moment. The clocks of the standard library would bring all of its concurrency with them.
  private static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  private func answer(_ answer: SpeechAnswer, to request: UInt32) {
    // If the service is gone, the next wait reports it.
    socket.send(answer.encoded(request: request))
  }

  private mutating func take(_ order: SpeechRequest, _ request: UInt32) {
    switch order {
    case .configure(let configuration):
      do throws(Trouble) {
        try speaker.configure(configuration)
        answer(.ready(speaker.sampleRate), to: request)
      } catch {
        answer(.failed(error), to: request)
      }
    case .speak(let utterance): add(.speaking, utterance, request)
    case .measure(let utterance): add(.measurement, utterance, request)
    case .explain(let utterance): add(.explanation, utterance, request)
    case .cancel: cancel(request)
    case .voices:
      let folders = Array(speaker.voiceFolders.prefix(SpeechAnswer.maximumFolders))
      if !folders.isEmpty { answer(.voiceFolders(folders), to: request) }
      var voices = (self.voices.take() ?? speaker.voices())[...]
      let total = voices.count
      while !voices.isEmpty {
        answer(.voiceList(Array(voices.prefix(Self.voicesInPacket))), to: request)
        voices = voices.dropFirst(Self.voicesInPacket)
      }
      answer(.done(total: total), to: request)
    case .hold: hold(true)
    case .goOn: hold(false)
    }
  }

  private mutating func add(_ purpose: Purpose, _ utterance: Utterance, _ request: UInt32) {
    guard speaker.isConfigured else {
      return answer(.failed(Trouble(.spokeOutOfTurn, "no voice was chosen")), to: request)
    }
    waiting.append(
      Job(request: request, utterance: utterance, purpose: purpose, isThorough: utterance.resumption != nil))
  }

  private mutating func cancel(_ request: UInt32) {
    if let index = waiting.firstIndex(where: { $0.request == request }) {
      waiting.remove(at: index)
      answer(.failed(Trouble(.cancelled)), to: request)
    } else if let (child, _) = running.first(where: { $0.value.request == request }) {
      running[child]?.isCancelled = true
      child.kill()
    }
  }

  /// The idle scheduling class is not enough. Where processes are scheduled in groups, as login sessions are, the class
  /// counts only within the group, and measurements delay the sound by milliseconds.
  private mutating func hold(_ holds: Bool) {
    isHolding = holds
    for (child, job) in running where job.isMeasurement {
      if holds { child.hold() } else { child.goOn() }
    }
  }

  // MARK: Children

  private mutating func startNext() {
    while let index = waiting.firstIndex(where: { hasRoom(for: $0) }) {
      let job = waiting.remove(at: index)
      if job.purpose == .speaking, let copy = waitingCopy?.speak(job.utterance, job.request) {
        running[copy] = job
        continue
      }
      let delivery = Delivery(
        socket: socket, request: job.request, isSilent: job.isMeasurement, sampleRate: speaker.sampleRate)
      let speaker = speaker
      guard job.isMeasurement, !job.isThorough else {
        start(job) {
          if job.isMeasurement { Confinement.becomeIdle() }
          return job.purpose == .explanation
            ? speaker.explain(job.utterance, delivery) : speaker.speak(job.utterance, delivery)
        }
        continue
      }
      // The text is prepared in this process, which has the code for it in memory already.
      guard let text = speaker.speakable(job.utterance.text) else {
        answer(.failed(.notUTF8), to: job.request)
        continue
      }
      start(job) {
        Confinement.becomeIdle()
        return speaker.measure(text, of: job.utterance, delivery)
      }
    }
  }

  /// Makes a copy for the next utterance while there is nothing else to do.
  private mutating func awaitNext() {
    guard speaker.isConfigured, waiting.isEmpty, !running.values.contains(where: { $0.purpose == .speaking }),
      !socket.hasPacket
    else { return }
    waitingCopy?.make { [socket, speaker] request, utterance in
      speaker.speak(
        utterance, Delivery(socket: socket, request: request, isSilent: false, sampleRate: speaker.sampleRate))
    }
  }

  private mutating func start(_ job: Job, _ work: () -> Int32) {
    let child = ChildProcess.run { [waitingCopy] in
      waitingCopy?.leave()
      return work()
    }
    if let child {
      running[child] = job
    } else {
      answer(.failed(Trouble(.engine, "fork: errno \(errno)")), to: job.request)
    }
  }

  private func hasRoom(for job: Job) -> Bool {
    if isHolding, job.isMeasurement { return false }
    let alike = running.values.count { $0.isMeasurement == job.isMeasurement }
    return alike < (job.isMeasurement ? Self.maximumMeasuring : Self.maximumSpeaking)
  }

  /// A child that succeeded has answered the request itself.
  private mutating func ended(_ child: ChildProcess, _ end: ChildProcess.End) {
    if waitingCopy?.ended(child) == true { return }
    guard var job = running.removeValue(forKey: child) else { return }
    if job.isCancelled { return answer(.failed(Trouble(.cancelled)), to: job.request) }
    if job.isMeasurement, !job.isThorough, end != .exited(code: 0) {
      job.isThorough = true
      return waiting.insert(job, at: 0)
    }
    switch end {
    case .exited(0): break
    case .exited(let code): answer(.failed(Trouble(.died, "exit code \(code)")), to: job.request)
    case .killed(SIGPROF): answer(.failed(Trouble(.stalled, "processor time used up")), to: job.request)
    case .killed(let signal): answer(.failed(Trouble(.died, "signal \(signal)")), to: job.request)
    }
  }
}
