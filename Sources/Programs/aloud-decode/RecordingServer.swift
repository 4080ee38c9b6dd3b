import Confinement
import Decoding
import Documents
import Glibc
import Recordings
import SoundWire
import Vocabulary
import Wire

/// Answers the service's requests about one recording. Between them it learns the recording's length.
struct RecordingServer {
  private let socket: WorkerSocket
  private let recording: Recording
  /// The number of the last seek.
  private var request: UInt32 = 1
  /// Frames that are wanted and not yet sent.
  private var wanted = 0
  /// The frames of which only the loudest sample is wanted; `nil`: every sample is wanted.
  private var framesPerPeak: Int?
  /// Finds levels, once they were wanted; nothing else is wanted then.
  private var meter: LevelMeter?
  /// The levels that were not wanted yet: at less than 100 frames a second, one frame has several.
  private var levels: [UInt8] = []
  /// The hundredths of a second whose levels were sent.
  private var levelCount = 0
  /// The frames whose levels were found.
  private var meteredFrames: Int64 = 0
  private var isStudying = true
  /// The pieces of an index that was made before.
  private var keptIndex: [UInt8] = []
  private var told: (frames: Int64, isExact: Bool)?
  private var buffer = [UInt8](repeating: 0, count: Wire.maximumPacket)

  init(_ socket: WorkerSocket, _ recording: Recording) {
    (self.socket, self.recording) = (socket, recording)
  }

  /// Serves until the service is gone.
  consuming func run() throws(Trouble) {
    describe()
    while true {
      if socket.hasPacket { try take() }
      if wanted > 0 {
        if meter != nil {
          answerLevels()
        } else if let framesPerPeak {
          answerPeaks(each: framesPerPeak)
        } else {
          answer()
        }
      } else if isStudying {
        isStudying = recording.study()
        if !isStudying {
          tellLength()
          sendIndex()
        }
      } else {
        try take()
      }
    }
  }

  /// Waits for a request and notes it.
  private mutating func take() throws(Trouble) {
    let (count, descriptor) = socket.receive(into: &buffer)
    guard count > 0 else { _exit(0) }
    if let descriptor { close(descriptor) }
    do throws(WireError) {
      switch try DecoderRequest.decode(buffer[..<count]) {
      // The socket keeps the order: a wish has the number of the last seek.
      case (request, .want(let frames)) where meter == nil && (framesPerPeak == nil || wanted == 0):
        wanted += frames
        framesPerPeak = nil
      case (1, .wantLevels(let count)) where request == 1 && wanted == 0:
        wanted = count
        let description = recording.description
        meter = meter ?? LevelMeter(sampleRate: description.sampleRate, channels: description.channels)
      case (request, .wantPeaks(let frames, let each)) where meter == nil && wanted == 0:
        (wanted, framesPerPeak) = (frames, each)
      case (let number, .seek(let frame)) where meter == nil && number > request:
        (request, wanted) = (number, 0)
        recording.seek(to: frame)
      case (_, .index(let first, let total, let bytes)):
        guard first == keptIndex.count, total <= DecoderAnswer.maximumIndex, first + bytes.count <= total else {
          throw .malformed("index")
        }
        keptIndex += bytes
        if keptIndex.count == total { takeIndex() }
      case (_, let other): throw .malformed("\(other.kind)")
      }
    } catch {
      throw Trouble(.spokeOutOfTurn, "\(error)")
    }
  }

  private mutating func takeIndex() {
    guard recording.take(index: keptIndex) else { return }
    isStudying = false
    tellLength()
  }

  // MARK: Answers

  private mutating func describe() {
    var description = recording.description
    let chapters = description.chapters
    description.chapters = []
    send(.recording(description, chapters: chapters.count))
    var rest = chapters[...]
    while !rest.isEmpty {
      let batch = rest.prefix(DecoderAnswer.maximumRecordingChapters)
      send(.recordingChapters(first: rest.startIndex, Array(batch)))
      rest = rest.dropFirst(batch.count)
    }
    told = recording.length
    guard let bytes = recording.cover, let cover = CoverImage(bytes) else { return }
    Wire.forEachPiece(of: cover.bytes) { send(.cover(firstByte: $0, total: $1, $2)) }
  }

  /// Sends one packet of samples, or the end.
  private mutating func answer() {
    let channels = recording.description.channels
    switch recording.read(atMost: min(wanted, DecoderAnswer.maximumSoundSamples / channels)) {
    case .samples(let first, let samples):
      wanted -= samples.count / channels
      let prefix = DecoderAnswer.soundPrefix(request: request, firstFrame: first, count: samples.count)
      let isSent = samples.withUnsafeBufferPointer { socket.send(prefix, samples: $0) }
      if !isSent { _exit(0) }
    case .end(let frames):
      wanted = 0
      send(.soundEnd(frames: frames))
    case .broken(let frame, let reason):
      wanted = 0
      send(.soundBroken(frame: frame, reason: reason))
    }
  }

  /// Decodes all that is wanted and sends its peaks, and the end if it comes before.
  private mutating func answerPeaks(each: Int) {
    let channels = recording.description.channels
    var peaks: [UInt8] = []
    var loudest: Float = 0
    var first: Int64?
    var frames = 0
    var end: DecoderAnswer?
    while frames < wanted, end == nil {
      // A piece does not reach beyond the frames of the present peak.
      switch recording.read(atMost: min(wanted - frames, each - frames % each)) {
      case .samples(let place, let samples):
        first = first ?? place
        for sample in samples { loudest = max(loudest, abs(sample)) }
        frames += samples.count / channels
        if frames % each == 0 || frames == wanted {
          peaks.append(UInt8((loudest * 255).rounded()))
          loudest = 0
        }
      case .end(let frames): end = .soundEnd(frames: frames)
      case .broken(let frame, let reason): end = .soundBroken(frame: frame, reason: reason)
      }
    }
    if end != nil, frames % each != 0 { peaks.append(UInt8((loudest * 255).rounded())) }
    wanted = 0
    if let first { send(.peaks(firstFrame: first, frames: frames, peaks)) }
    if let end { send(end) }
  }

  /// Decodes until the wanted levels are known and sends them, and the end if it comes before.
  private mutating func answerLevels() {
    let description = recording.description
    var end: DecoderAnswer?
    let bands = Levels.bands.count
    while levels.count < wanted * bands, end == nil {
      // No piece reaches beyond the frames of the last wanted levels.
      let room = Levels.firstFrame(of: levelCount + wanted, at: description.sampleRate) - meteredFrames
      switch recording.read(atMost: Int(min(room, Self.slice))) {
      case .samples(_, let samples):
        meteredFrames += Int64(samples.count / description.channels)
        meter?.add(samples[...], into: &levels)
      case .end(let frames): end = .soundEnd(frames: frames)
      case .broken(let frame, let reason): end = .soundBroken(frame: frame, reason: reason)
      }
    }
    if end != nil { meter?.flush(into: &levels) }
    let told = Array(levels.prefix(wanted * bands))
    levels.removeFirst(told.count)
    if !told.isEmpty { send(.levels(first: levelCount, told)) }
    levelCount += told.count / bands
    wanted = 0
    if let end { send(end) }
  }

  /// The frames that are decoded at a time for levels.
  private static var slice: Int64 { 1 << 14 }

  private func sendIndex() {
    guard let index = recording.index, index.count <= DecoderAnswer.maximumIndex else { return }
    Wire.forEachPiece(of: index) { send(.index(firstByte: $0, total: $1, $2)) }
  }

  private mutating func tellLength() {
    guard let length = recording.length, told.map({ $0 != length }) ?? true else { return }
    told = length
    send(.length(frames: length.frames, isExact: length.isExact))
  }

  private func send(_ answer: DecoderAnswer) {
    // The service is gone.
    if !socket.send(answer.encoded(request: request)) { _exit(0) }
  }
}
