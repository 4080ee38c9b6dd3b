/// The file of a model, as far as it is changed before it is loaded: the nodes of its graph, and what they read.
///
/// The format is that of onnx.proto (`ModelProto`, `GraphProto`, `NodeProto`, `ValueInfoProto`); what is not looked at
/// is kept byte for byte.
package struct OnnxModel {
  /// A step of the graph.
  package struct Node {
    /// The kind of step, such as `Conv`.
    package var kind: String
    /// The names of the tensors that it reads; an empty one is left out.
    package var inputs: [String]
    /// The names of the tensors that it makes.
    package var outputs: [String]
    fileprivate var bytes: ArraySlice<UInt8>
  }

  /// A tensor or a description of one, with its name.
  private struct Named {
    var name: String
    var bytes: ArraySlice<UInt8>
  }

  /// In an order in which each reads what others before it have made.
  package private(set) var nodes: [Node] = []
  private var weights: [Named] = []
  private var inputs: [Named] = []
  private var outputs: [Named] = []
  /// Tensors whose shape is described. Descriptions of others are not needed.
  private var described: [String: ArraySlice<UInt8>] = [:]
  /// All other fields of the graph, and of the model around it.
  private var restOfGraph: [UInt8] = []
  private var rest: [UInt8] = []

  /// The names of what the model reads.
  package var inputNames: [String] { inputs.map(\.name) }
  /// The names of what it makes.
  package var outputNames: [String] { outputs.map(\.name) }

  /// Nodes, and tensors of a kind: real models have some thousands. Each takes memory, however short it is.
  private static let most = 100_000

  private enum Field {
    static let graph = 7
    static let node = 1
    static let weight = 5
    static let input = 11
    static let output = 12
    static let description = 13
  }

  /// - Parameter bytes: a file in the format of ONNX.
  package init(_ bytes: [UInt8]) throws(OnnxFault) {
    var graph: ArraySlice<UInt8>?
    var fields = ProtobufFields(bytes[...])
    while let field = try fields.next() {
      if field.number == Field.graph, let content = field.content { graph = content } else { rest += field.bytes }
    }
    guard let graph else { throw .notAModel("it has no graph") }
    fields = ProtobufFields(graph)
    while let field = try fields.next() {
      switch (field.number, field.content) {
      case (Field.node, let content?): nodes.append(try Self.node(content))
      case (Field.weight, let content?): weights.append(Named(name: try Self.name(content, field: 8), bytes: content))
      case (Field.input, let content?): inputs.append(Named(name: try Self.name(content, field: 1), bytes: content))
      case (Field.output, let content?): outputs.append(Named(name: try Self.name(content, field: 1), bytes: content))
      case (Field.description, let content?): described[try Self.name(content, field: 1)] = content
      default: restOfGraph += field.bytes
      }
      guard max(nodes.count, weights.count, inputs.count + outputs.count, described.count) <= Self.most else {
        throw .notAModel("it has more than \(Self.most) parts")
      }
    }
    guard !nodes.isEmpty, !outputs.isEmpty else { throw .notAModel("its graph is empty") }
  }

  private static func node(_ bytes: ArraySlice<UInt8>) throws(OnnxFault) -> Node {
    var node = Node(kind: "", inputs: [], outputs: [], bytes: bytes)
    var fields = ProtobufFields(bytes)
    while let field = try fields.next() {
      guard let content = field.content else { continue }
      switch field.number {
      case 1: node.inputs.append(String(decoding: content, as: UTF8.self))
      case 2: node.outputs.append(String(decoding: content, as: UTF8.self))
      case 4: node.kind = String(decoding: content, as: UTF8.self)
      default: break
      }
    }
    return node
  }

  private static func name(_ bytes: ArraySlice<UInt8>, field wanted: Int) throws(OnnxFault) -> String {
    var fields = ProtobufFields(bytes)
    while let field = try fields.next() {
      if field.number == wanted, let content = field.content { return String(decoding: content, as: UTF8.self) }
    }
    return ""
  }

  /// The second dimension of a tensor, if the file tells it.
  package func channels(of tensor: String) throws(OnnxFault) -> Int? {
    // ValueInfoProto.type.tensor_type.shape.dim[1].dim_value
    guard let bytes = described[tensor], let type = try Self.contents(bytes, 2).first,
      let tensorType = try Self.contents(type, 1).first, let shape = try Self.contents(tensorType, 2).first
    else { return nil }
    let dimensions = try Self.contents(shape, 1)
    guard dimensions.count > 1 else { return nil }
    var fields = ProtobufFields(dimensions[1])
    while let field = try fields.next() { if field.number == 1, let value = field.value { return value } }
    return nil
  }

  private static func contents(_ bytes: ArraySlice<UInt8>, _ wanted: Int) throws(OnnxFault) -> [ArraySlice<UInt8>] {
    var found: [ArraySlice<UInt8>] = []
    var fields = ProtobufFields(bytes)
    while let field = try fields.next() {
      if field.number == wanted, let content = field.content { found.append(content) }
    }
    return found
  }

  /// Makes a tensor of 32-bit numbers, which a node makes, an output.
  package mutating func add(output name: String) {
    guard !outputNames.contains(name) else { return }
    outputs.append(Named(name: name, bytes: Self.description(name)))
  }

  /// Removes a node: what it made, 32-bit numbers, becomes an input of the model under the same name.
  package mutating func makeInput(ofNode index: Int) {
    let node = nodes.remove(at: index)
    for name in node.outputs { inputs.append(Named(name: name, bytes: Self.description(name))) }
  }

  /// The part of the model that makes one tensor.
  package func cut(to output: String) -> OnnxModel {
    var makers: [String: Int] = [:]
    for (index, node) in nodes.enumerated() { for name in node.outputs { makers[name] = index } }
    var needed: Set<Int> = []
    var names: Set<String> = []
    var open = [output]
    while let name = open.popLast() {
      guard names.insert(name).inserted, let maker = makers[name], needed.insert(maker).inserted else { continue }
      open += nodes[maker].inputs
    }
    var part = self
    part.nodes = nodes.indices.filter(needed.contains).map { nodes[$0] }
    let read = Set(part.nodes.flatMap(\.inputs))
    part.weights = weights.filter { read.contains($0.name) }
    part.inputs = inputs.filter { read.contains($0.name) }
    part.outputs = [Named(name: output, bytes: Self.description(output))]
    return part
  }

  /// A description of a tensor of 32-bit numbers of any shape.
  private static func description(_ name: String) -> ArraySlice<UInt8> {
    // TypeProto.tensor_type.elem_type = FLOAT
    let type: [UInt8] = [0x0A, 0x02, 0x08, 0x01]
    return (ProtobufFields.field(1, Array(name.utf8)[...]) + ProtobufFields.field(2, type[...]))[...]
  }

  /// The bytes of the model's file.
  package var bytes: [UInt8] {
    var graph: [UInt8] = []
    func add(_ number: Int, _ content: ArraySlice<UInt8>) {
      graph += ProtobufFields.header(number, count: content.count)
      graph += content
    }
    graph.reserveCapacity(weights.reduce(restOfGraph.count) { $0 + $1.bytes.count } + 1 << 20)
    for node in nodes { add(Field.node, node.bytes) }
    for weight in weights { add(Field.weight, weight.bytes) }
    for input in inputs { add(Field.input, input.bytes) }
    for output in outputs { add(Field.output, output.bytes) }
    graph += restOfGraph
    return rest + ProtobufFields.field(Field.graph, graph[...])
  }
}
