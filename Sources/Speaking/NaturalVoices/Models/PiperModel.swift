import OnnxRuntime

/// A voice of Piper: VITS, one speaker or many, with an alphabet of its own.
///
/// The random numbers of its graph become inputs: numbers of our own generator make the same sound in any order and any
/// process, and those of the library do not.
struct PiperModel: AcousticModel {
  let mostSymbols = 600
  /// What all voices of Piper were trained with.
  let hop = 256
  let advance = 0
  let lead = 40
  let trail = 120

  private let description: VoiceDescription
  private let speaker: Int
  private let whole: OnnxSession
  private let timing: OnnxSession
  private let duration: String
  private let output: String
  private let durationNoise: String?
  private let noise: (name: String, channels: Int)?

  /// - Parameters:
  ///   - bytes: the file of the model.
  ///   - speaker: the number of the speaker, from 0.
  init(
    _ bytes: [UInt8], _ description: VoiceDescription, speaker: Int, _ library: OnnxLibrary
  ) throws(OnnxFault) {
    var model = try OnnxModel(bytes)
    let known: Set = ["input", "input_lengths", "scales", "sid"]
    guard Set(model.inputNames).isSubset(of: known), Set(model.inputNames).isSuperset(of: known.subtracting(["sid"])),
      let output = model.outputNames.first
    else { throw .notAModel("its inputs are not those of Piper") }
    guard model.inputNames.contains("sid") == (description.speakers > 1) else {
      throw .notAModel("it has not the \(description.speakers) speakers of its description")
    }
    // Durations are rounded up, nothing else is.
    let ceilings = model.nodes.filter { $0.kind == "Ceil" }
    guard ceilings.count == 1, let duration = ceilings[0].outputs.first else {
      throw .notAModel("it tells no durations")
    }
    var names: [(name: String, channels: Int?)] = []
    while let index = model.randomNodes.last {
      let node = model.nodes[index]
      guard node.kind == "RandomNormalLike", let name = node.outputs.first, let shape = node.inputs.first else {
        throw .notAModel("it has a random \(node.kind)")
      }
      var channels = try model.channels(of: name)
      if channels == nil { channels = try model.channels(of: shape) }
      names.append((name, channels))
      model.makeInput(ofNode: index)
    }
    let cut = model.cut(to: duration)
    let early = names.filter { cut.inputNames.contains($0.name) }
    let late = names.filter { !cut.inputNames.contains($0.name) }
    guard early.count <= 1, late.count <= 1 else { throw .notAModel("it has \(names.count) random nodes") }
    durationNoise = early.first?.name
    // Piper's own sizes have 192 channels, but for the smallest.
    noise = late.first.map { ($0.name, $0.channels ?? 192) }
    (self.duration, self.output, self.description, self.speaker) = (duration, output, description, speaker)
    timing = try OnnxSession(cut.bytes, usesArena: true, library)
    model.add(output: duration)
    whole = try OnnxSession(model.bytes, usesArena: true, library)
    try checkAlphabet()
  }

  /// The phonemes of the description are those of the model: one that lies would fail at a text.
  private func checkAlphabet() throws(OnnxFault) {
    guard let highest = description.numbers.values.joined().max() else { return }
    var symbols = Symbols()
    for number in [0, highest, 0] { symbols.append(number, .nobody) }
    do throws(OnnxFault) { _ = try durations(symbols, speed: 1) } catch {
      throw .notAModel(
        "it cannot speak the phoneme \(highest) of its description with the speaker \(speaker) (\(error.message))")
    }
  }

  func symbols(_ clauses: ArraySlice<SpokenPhonemes.Clause>, of text: SpokenPhonemes) -> Symbols {
    PiperAlphabet(description.numbers).symbols(clauses, of: text)
  }

  /// The inputs of both parts, in the order of the random numbers: those of the durations come first.
  private func inputs(
    _ symbols: Symbols, _ speed: Float, _ random: Noise
  ) -> [(String, OnnxSession.Input)] {
    let count = symbols.numbers.count
    let scales = [description.noise, description.lengthScale / speed, description.durationNoise]
    var inputs: [(String, OnnxSession.Input)] = [
      ("input", .integers(symbols.numbers, shape: [1, count])),
      ("input_lengths", .integers([Int64(count)], shape: [1])),
      ("scales", .numbers(scales, shape: [3])),
    ]
    if description.speakers > 1 { inputs.append(("sid", .integers([Int64(speaker)], shape: [1]))) }
    if let durationNoise {
      inputs.append((durationNoise, .numbers(random.normal(count: 2 * count), shape: [1, 2, count])))
    }
    return inputs
  }

  func durations(_ symbols: Symbols, speed: Float) throws(OnnxFault) -> [Int] {
    let numbers = try timing.run(inputs(symbols, speed, Noise(symbols.numbers)), outputs: [duration])[0]
    return try Self.durations(numbers, of: symbols)
  }

  func speak(
    _ symbols: Symbols, speed: Float, begin: ([Int]) -> Void, sink: (ArraySlice<Float>) -> Bool
  ) throws(OnnxFault) {
    let durations = try durations(symbols, speed: speed)
    let frames = durations.reduce(0, +)
    var inputs = inputs(symbols, speed, Noise(symbols.numbers))
    if let noise {
      // Other numbers than those of the durations.
      let random = Noise(symbols.numbers + [Int64(frames)])
      let numbers = random.normal(count: noise.channels * frames)
      inputs.append((noise.name, .numbers(numbers, shape: [1, noise.channels, frames])))
    }
    let samples = try whole.run(inputs, outputs: [output])[0]
    guard samples.count == frames * hop else { throw .notAModel("its sound has not the length of its durations") }
    begin(durations)
    for start in stride(from: 0, to: samples.count, by: 4096) {
      guard sink(Array(samples[start..<min(start + 4096, samples.count)])[...]) else { return }
    }
  }
}
