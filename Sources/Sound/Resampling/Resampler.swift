import CSpeexDSP
import Speech

/// Changes the sample rate of sound and keeps its speed, for 1…8 interleaved channels of floating-point samples.
///
/// It wraps libspeexdsp and compensates its delay: the output frame *n* of a run is the sound at the instant *n* ÷
/// output rate after the beginning of the run, to the sample. A run that is continued in its middle gives the same
/// samples as one that was made from its beginning. Not bound to a thread, but used by one at a time.
public struct Resampler: ~Copyable {
  /// The library's quality, 0…10: 100 dB of attenuation, for sound that may be music.
  private static let quality: CInt = 5
  /// A run is continued at a whole number of blocks after its beginning; longer blocks would take long to decode.
  private static let longestBlock: Int64 = 4096

  private let state: OpaquePointer
  /// The interleaved samples of a frame.
  public let channels: Int
  /// Frames of input a second.
  public let inputRate: Int
  /// Frames of output a second.
  public let outputRate: Int
  /// As many frames of input as of output take the same time; both are as small as possible.
  private let block: (input: Int64, output: Int64)
  /// The frames of input to each side that a sample is made of.
  private let reach: Int64
  /// The output frames that belong to the time before the first wanted one.
  private var skipped: Int64 = 0

  /// - Parameters:
  ///   - inputRate: in Hz, > 0.
  ///   - outputRate: in Hz, > 0.
  ///   - channels: 1…8.
  public init(from inputRate: Int, to outputRate: Int, channels: Int) {
    precondition(inputRate > 0 && outputRate > 0 && (1...8).contains(channels), "no such sound")
    var error: CInt = 0
    let state = speex_resampler_init(
      UInt32(channels), UInt32(inputRate), UInt32(outputRate), Self.quality, &error)
    guard let state else { preconditionFailure("out of memory") }
    self.state = state
    self.channels = channels
    self.inputRate = inputRate
    self.outputRate = outputRate
    let divisor = inputRate.greatestCommonDivisor(with: outputRate)
    block = (Int64(inputRate / divisor), Int64(outputRate / divisor))
    reach = Int64(speex_resampler_get_input_latency(state))
    speex_resampler_skip_zeros(state)
  }

  deinit { speex_resampler_destroy(state) }

  /// The frames before an input frame of a run that ``begin(at:output:after:)`` has to know.
  public func historyLength(before input: Int64) -> Int {
    let start = max(0, input - 2 * reach)
    return Int(input - (block.input > Self.longestBlock ? start : start / block.input * block.input))
  }

  /// Begins a run of sound, perhaps in its middle.
  ///
  /// - Parameters:
  ///   - input: the first frame of input to come, counted from the beginning of the run.
  ///   - output: the first frame of output that is wanted, counted from the beginning of the run.
  ///   - history: the last frames before `input`; fewer than ``historyLength(before:)`` count as silence before them.
  public mutating func begin(at input: Int64 = 0, output: Int64 = 0, after history: [Float] = []) {
    reset()
    let length = historyLength(before: input)
    let start = input - Int64(length)
    // Rounded up, as the frames of the output are: the first one that begins at or after it.
    skipped = max(0, output - (start * block.output + block.input - 1) / block.input)
    let known = history.suffix(length * channels)
    var none: [Float] = []
    feed([Float](repeating: 0, count: length * channels - known.count)[...], into: &none, atMost: 0)
    feed(known, into: &none, atMost: 0)
  }

  /// Forgets all sound.
  private mutating func reset() {
    speex_resampler_reset_mem(state)
    if channels > 1 {
      // The library forgets as many samples as all channels have, but from the beginning of its memory, in which the
      // channels lie apart (resample.c of 1.2.1): the later ones keep theirs until silence has taken their place.
      skipped = 0
      var none: [Float] = []
      feed([Float](repeating: 0, count: (2 * Int(reach) + 1) * channels)[...], into: &none, atMost: 0)
      speex_resampler_reset_mem(state)
    }
    speex_resampler_skip_zeros(state)
  }

  /// Takes interleaved samples in and appends the ones that are ready to `output`. The last ones are held back until
  /// more follow.
  public mutating func process(_ samples: ArraySlice<Float>, into output: inout [Float]) {
    feed(samples, into: &output, atMost: .max)
  }

  /// Ends a run: appends `frames` frames to `output`, as if silence followed.
  public mutating func flush(_ frames: Int, into output: inout [Float]) {
    let end = output.count + frames * channels
    let silence = [Float](repeating: 0, count: 256 * channels)
    while output.count < end { feed(silence[...], into: &output, atMost: (end - output.count) / channels) }
  }

  /// - Parameter limit: the wanted frames: those after them are dropped.
  private mutating func feed(_ samples: ArraySlice<Float>, into output: inout [Float], atMost limit: Int) {
    var rest = samples
    var wanted = limit
    while !rest.isEmpty {
      let given = rest.count / channels
      let room = Int((Int64(given) * block.output) / block.input) + 2 * Int(reach) + 2
      var input = UInt32(given)
      var made = UInt32(room)
      let frames = [Float](unsafeUninitializedCapacity: room * channels) { buffer, count in
        rest.withUnsafeBufferPointer { source in
          _ = speex_resampler_process_interleaved_float(
            state, source.baseAddress, &input, buffer.baseAddress, &made)
        }
        count = Int(made) * channels
      }
      rest = rest.dropFirst(Int(input) * channels)
      let late = min(skipped, Int64(made))
      skipped -= late
      let taken = min(Int(made) - Int(late), wanted)
      wanted -= taken
      output += frames[Int(late) * channels..<(Int(late) + taken) * channels]
    }
  }
}
