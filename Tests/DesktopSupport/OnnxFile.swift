/// Files in the format of ONNX, as small as possible: the fields of onnx.proto, written by hand.
public struct OnnxFile {
  /// A field of text or bytes.
  public static func field(_ number: Int, _ content: [UInt8]) -> [UInt8] {
    varint(number << 3 | 2) + varint(content.count) + content
  }

  /// A field that is a text.
  public static func text(_ number: Int, _ text: String) -> [UInt8] { field(number, Array(text.utf8)) }

  /// A field that is a number.
  public static func number(_ number: Int, _ value: Int) -> [UInt8] { varint(number << 3) + varint(value) }

  private static func varint(_ value: Int) -> [UInt8] {
    var (rest, bytes) = (UInt64(bitPattern: Int64(value)), [UInt8]())
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }

  /// The type of a tensor's elements, `TensorProto.DataType`.
  public enum Element: Int {
    case float = 1
    case integer = 7
    case bool = 9
  }

  /// A step of a graph.
  ///
  /// - Parameters:
  ///   - numbers: attributes that are numbers, by name.
  ///   - body: the attribute `body`, a graph.
  public static func node(
    _ kind: String, _ inputs: [String], _ outputs: [String], _ numbers: [String: Int] = [:], body: [UInt8]? = nil
  ) -> [UInt8] {
    var node = inputs.flatMap { text(1, $0) } + outputs.flatMap { text(2, $0) } + text(4, kind)
    for (name, value) in numbers.sorted(by: { $0.key < $1.key }) {
      node += field(5, text(1, name) + number(3, value) + number(20, 2))
    }
    if let body { node += field(5, text(1, "body") + field(6, body) + number(20, 5)) }
    return field(1, node)
  }

  /// A tensor that is a part of the graph.
  public static func constant(_ name: String, _ values: [Float], isScalar: Bool = false) -> [UInt8] {
    constant(name, .float, values.flatMap { bytes(of: $0.bitPattern) }, isScalar ? nil : values.count)
  }

  /// A tensor of integers that is a part of the graph.
  public static func constant(_ name: String, _ values: [Int64], isScalar: Bool = false) -> [UInt8] {
    constant(name, .integer, values.flatMap { bytes(of: $0) }, isScalar ? nil : values.count)
  }

  private static func constant(_ name: String, _ element: Element, _ raw: [UInt8], _ count: Int?) -> [UInt8] {
    field(5, (count.map { number(1, $0) } ?? []) + number(2, element.rawValue) + text(8, name) + field(9, raw))
  }

  private static func bytes(of value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }

  /// A description of an input (11) or an output (12), whose dimensions have names.
  public static func value(_ number: Int, _ name: String, _ element: Element, rank: Int) -> [UInt8] {
    let shape = (0..<rank).flatMap { field(1, text(2, "\(name)\($0)")) }
    return field(number, text(1, name) + field(2, field(1, Self.number(1, element.rawValue) + field(2, shape))))
  }

  /// The file of a graph, which is some of the fields above.
  public static func model(_ graph: [UInt8]) -> [UInt8] {
    number(1, 8) + field(7, text(2, "graph") + graph) + field(8, text(1, "") + number(2, 17))
  }

  /// A voice of Piper that has sixteen phonemes and is silent. Each phoneme lasts as long as the table tells.
  public struct Voice {
    /// The lengths of the phonemes, in units of 256 samples.
    public var table = [Float](repeating: 10, count: 16)
    /// The name of its first input.
    public var input = "input"
    /// The samples of a unit.
    public var hop: Float = 256
    /// True if something is rounded up.
    public var hasCeiling = true
    /// A node between the length of a phoneme (`a`) and the rounded one (`b`).
    public var step = OnnxFile.node("Identity", ["a"], ["b"])
    /// Further parts of the graph.
    public var more: [UInt8] = []

    public init() {}

    /// The file.
    public var bytes: [UInt8] {
      typealias File = OnnxFile
      let lengths =
        File.node("Gather", ["table", input], ["own"])
        + File.node("Gather", ["scales", "first"], ["scale"]) + File.node("Mul", ["own", "scale"], ["scaled"])
        + File.node("Cast", ["input_lengths"], ["count"], ["to": 1])
        + File.node("Sub", ["count", "count"], ["nothing"]) + File.node("Add", ["scaled", "nothing"], ["a"])
      let sound =
        File.node("ReduceSum", ["c"], ["sum"], ["keepdims": 0]) + File.node("Mul", ["sum", "hop"], ["size"])
        + File.node("Cast", ["size"], ["whole"], ["to": 7]) + File.node("Reshape", ["whole", "one"], ["shape"])
        + File.node("ConstantOfShape", ["shape"], ["output"])
      let constants =
        File.constant("table", table) + File.constant("first", [1] as [Int64], isScalar: true)
        + File.constant("hop", [hop], isScalar: true) + File.constant("one", [1] as [Int64])
      let values =
        File.value(11, input, .integer, rank: 2) + File.value(11, "input_lengths", .integer, rank: 1)
        + File.value(11, "scales", .float, rank: 1) + File.value(12, "output", .float, rank: 1)
      return File.model(
        lengths + step + File.node(hasCeiling ? "Ceil" : "Round", ["b"], ["c"]) + sound + constants + values + more)
    }

    /// The description beside it. The numbers of the phonemes are their places in ``phonemes``.
    ///
    /// - Parameter more: further members of the object, each with a comma before it.
    public static func description(phonemes: String = "_^$ aɪtwʌnuːθɹiˈ,.", more: String = "") -> String {
      let map = phonemes.unicodeScalars.enumerated().map { "\"\($1)\": [\(min($0, 15))]" }.joined(separator: ", ")
      return """
        {"audio": {"sample_rate": 22050}, "espeak": {"voice": "en-us"}, "phoneme_id_map": {\(map)}\(more)}
        """
    }
  }
}
