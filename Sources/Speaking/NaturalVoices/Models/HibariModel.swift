import OnnxRuntime

/// A model of hibari (Apache-2.0): spectra of 24 kHz from the alphabet of Kokoro, without a random number in the graph.
struct HibariModel: AcousticModel {
  private static let inputs = ["ids", "speed"]
  private static let outputs = ["lh", "theta", "ln", "lr", "phi", "f0"]

  let mostSymbols = 300
  /// Two frames of the spectra.
  let hop = 2 * SpectralSound.hop
  // Measured: a sound begins 28 to 45 ms before its phoneme does, and ends 170 to 265 ms before the last phoneme does.
  let advance = 840
  let lead = 75
  let trail = -60

  private let whole: OnnxSession
  private let timing: OnnxSession
  /// The name of the tensor with the durations.
  private let duration: String

  /// - Parameter bytes: the file of the model.
  init(_ bytes: [UInt8], _ library: OnnxLibrary) throws(OnnxFault) {
    var model = try OnnxModel(bytes)
    guard Set(model.inputNames) == Set(Self.inputs), Set(model.outputNames).isSuperset(of: Self.outputs) else {
      throw .notAModel("its inputs and outputs are not those of hibari")
    }
    if let random = model.randomNodes.first { throw .notAModel("it has a random \(model.nodes[random].kind)") }
    // Durations are rounded, at least 1, and summed up.
    let rounded = Set(model.nodes.filter { $0.kind == "Round" }.flatMap(\.outputs))
    let clips = model.nodes.filter { $0.kind == "Clip" && $0.inputs.first.map(rounded.contains) ?? false }
    guard clips.count == 1, let duration = clips[0].outputs.first else { throw .notAModel("it tells no durations") }
    self.duration = duration
    // Kept memory hardly grows for durations, and a copy of the process touches fewer pages of it.
    timing = try OnnxSession(model.cut(to: duration).bytes, usesArena: true, library)
    model.add(output: duration)
    whole = try OnnxSession(model.bytes, usesArena: false, library)
  }

  func symbols(_ clauses: ArraySlice<SpokenPhonemes.Clause>, of text: SpokenPhonemes) -> Symbols {
    KokoroAlphabet.symbols(clauses, of: text)
  }

  private func inputs(_ symbols: Symbols, _ speed: Float) -> [(String, OnnxSession.Input)] {
    [
      ("ids", .integers(symbols.numbers, shape: [1, symbols.numbers.count])),
      ("speed", .numbers([speed], shape: [1])),
    ]
  }

  func durations(_ symbols: Symbols, speed: Float) throws(OnnxFault) -> [Int] {
    try Self.durations(timing.run(inputs(symbols, speed), outputs: [duration])[0], of: symbols)
  }

  func speak(
    _ symbols: Symbols, speed: Float, begin: ([Int]) -> Void, sink: (ArraySlice<Float>) -> Bool
  ) throws(OnnxFault) {
    let outputs = try whole.run(inputs(symbols, speed), outputs: Self.outputs + [duration])
    let durations = try Self.durations(outputs[Self.outputs.count], of: symbols)
    guard let frames = SpectralSound.Frames(outputs), frames.pitch.count == 2 * durations.reduce(0, +) else {
      throw .notAModel("its spectra have not the length of its durations")
    }
    begin(durations)
    SpectralSound(frames, random: Noise(symbols.numbers)).make(sink)
  }
}

extension OnnxModel {
  /// The indices of the nodes that make random numbers.
  var randomNodes: [Int] {
    nodes.indices.filter { index in
      let kind = nodes[index].kind
      return kind.hasPrefix("Random") || kind == "Bernoulli" || kind == "Multinomial"
    }
  }
}
