import Testing

@testable import OnnxRuntime

/// The file of a model, read and changed.
@Suite struct OnnxModelTests {
  private static func field(_ number: Int, _ content: [UInt8]) -> [UInt8] { ProtobufFields.field(number, content[...]) }
  private static func text(_ number: Int, _ text: String) -> [UInt8] { field(number, Array(text.utf8)) }

  private static func node(_ kind: String, _ inputs: [String], _ outputs: [String]) -> [UInt8] {
    field(1, inputs.flatMap { text(1, $0) } + outputs.flatMap { text(2, $0) } + text(4, kind))
  }

  /// a → Mul(w) → b → RandomNormalLike → c;  a → Neg → d;  c, d → Add → out
  private static let model: [UInt8] = {
    let graph =
      node("Mul", ["a", "w"], ["b"]) + node("RandomNormalLike", ["b"], ["c"]) + node("Neg", ["a", "v"], ["d"])
      + node("Add", ["c", "d"], ["out"]) + text(2, "graph") + field(5, text(8, "w") + field(9, [1, 2, 3, 4]))
      + field(5, text(8, "v")) + field(11, text(1, "a")) + field(12, text(1, "out"))
      + field(13, text(1, "b") + field(2, field(1, [8, 1] + field(2, field(1, [8, 1]) + field(1, [8, 192, 1])))))
    return [8, 8] + field(7, graph) + field(8, [16, 17])
  }()

  @Test func aModelComesBackAsItWas() throws {
    let model = try OnnxModel(Self.model)
    #expect(model.nodes.map(\.kind) == ["Mul", "RandomNormalLike", "Neg", "Add"])
    #expect(model.nodes[3].inputs == ["c", "d"] && model.nodes[3].outputs == ["out"])
    #expect(model.inputNames == ["a"] && model.outputNames == ["out"])
    let again = try OnnxModel(model.bytes)
    #expect(again.bytes == model.bytes)
    #expect(try model.channels(of: "b") == 192)
    #expect(try model.channels(of: "a") == nil)
  }

  @Test func aCutHoldsOnlyWhatItNeeds() throws {
    let cut = try OnnxModel(OnnxModel(Self.model).cut(to: "b").bytes)
    #expect(cut.nodes.map(\.kind) == ["Mul"])
    #expect(cut.inputNames == ["a"] && cut.outputNames == ["b"])
    #expect(cut.bytes.count < Self.model.count)
    #expect(try OnnxModel(Self.model).cut(to: "out").nodes.count == 4)
  }

  @Test func aRandomNodeBecomesAnInput() throws {
    var model = try OnnxModel(Self.model)
    model.makeInput(ofNode: 1)
    model.add(output: "d")
    model.add(output: "out")
    let again = try OnnxModel(model.bytes)
    #expect(again.inputNames == ["a", "c"] && again.outputNames == ["out", "d"])
    #expect(again.cut(to: "out").inputNames == ["a", "c"])
    #expect(again.cut(to: "d").inputNames == ["a"])
  }

  @Test func everyCutFileIsRefusedOrRead() {
    for count in 0..<Self.model.count { _ = try? OnnxModel(Array(Self.model.prefix(count))) }
    #expect(throws: OnnxFault.notAModel("it has no graph")) { try OnnxModel([]) }
    #expect(throws: OnnxFault.notAModel("it is truncated, or no model in the format of ONNX")) {
      try OnnxModel(Array(Self.model.dropLast(5)))
    }
    #expect(throws: OnnxFault.self) { try OnnxModel(Array("<html>no model</html>".utf8)) }
    // A length beyond the file, of 2⁶³.
    #expect(throws: OnnxFault.self) { try OnnxModel([0x3A, 255, 255, 255, 255, 255, 255, 255, 255, 127, 1]) }
  }

  @Test func aLibraryThatIsNoneSaysSo() {
    #expect(throws: OnnxFault.noLibrary(["libno-such-onnx.so.1"])) { try OnnxLibrary(["libno-such-onnx.so.1"]) }
    #expect(throws: OnnxFault.notALibrary(path: "libc.so.6", "it has no OrtGetApiBase")) {
      try OnnxLibrary(["libc.so.6"])
    }
  }
}
