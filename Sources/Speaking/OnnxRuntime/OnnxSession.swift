/// A model that is ready to run, with one thread.
///
/// A copy of the process (fork) may run it, and each copy that runs it for the first time makes the same numbers. What
/// it makes is not given back: a copy lives for one text.
package final class OnnxSession {
  private let library: OnnxLibrary
  private let session: OpaquePointer

  /// An input of a model.
  package enum Input {
    /// 64-bit integers with their shape.
    case integers([Int64], shape: [Int])
    /// 32-bit numbers with their shape.
    case numbers([Float], shape: [Int])
  }

  /// Loads a model.
  ///
  /// - Parameters:
  ///   - model: the bytes of a file in the format of ONNX. They are not needed afterwards.
  ///   - usesArena: true if memory is kept between the steps of a run, which is faster and takes more of it.
  package init(_ model: [UInt8], usesArena: Bool, _ library: OnnxLibrary) throws(OnnxFault) {
    let functions = library.functions
    let options = try functions.made { functions.createOptions($0) }
    // Threads do not survive in a copy, and two of them add in another order.
    try functions.check(functions.setThreadsWithin(options, 1))
    try functions.check(functions.setThreadsBetween(options, 1))
    if !usesArena {
      try functions.check(functions.disableArena(options))
      try functions.check(functions.disableMemoryPattern(options))
    }
    var made: OpaquePointer?
    let status = model.withUnsafeBytes { bytes -> OpaquePointer? in
      guard let base = bytes.baseAddress else { return nil }
      return functions.createSession(library.environment, base, bytes.count, options, &made)
    }
    try functions.check(status)
    guard let made else { throw .notAModel("the model is empty") }
    session = made
    self.library = library
  }

  /// Runs the model.
  ///
  /// - Parameters:
  ///   - inputs: by name; all of the model's.
  ///   - outputs: the names of those that are wanted, 32-bit numbers. What they do not need is computed all the same.
  /// - Returns: the outputs in that order. They last as long as the process.
  package func run(
    _ inputs: [(name: String, value: Input)], outputs: [String]
  ) throws(OnnxFault) -> [UnsafeBufferPointer<Float>] {
    let functions = library.functions
    var values: [OpaquePointer?] = []
    for input in inputs { values.append(try tensor(input.value)) }
    let inputNames = CNames(inputs.map(\.name))
    let outputNames = CNames(outputs)
    var results = [OpaquePointer?](repeating: nil, count: outputs.count)
    try functions.check(
      functions.run(
        session, nil, inputNames.pointers, values, values.count, outputNames.pointers, outputs.count, &results))
    var found: [UnsafeBufferPointer<Float>] = []
    for (name, result) in zip(outputs, results) {
      guard let result else { throw .refused("no \(name)") }
      found.append(try numbers(result, name))
    }
    return found
  }

  private func tensor(_ input: Input) throws(OnnxFault) -> OpaquePointer {
    switch input {
    case .integers(let values, let shape): try tensor(values, shape, elementType: 7)
    case .numbers(let values, let shape): try tensor(values, shape, elementType: 1)
    }
  }

  /// - Parameter elementType: `ONNXTensorElementDataType`.
  private func tensor<Element: BitwiseCopyable>(
    _ values: [Element], _ shape: [Int], elementType: CInt
  ) throws(OnnxFault) -> OpaquePointer {
    // The library reads the numbers where they are, as long as the tensor is used.
    let copy = UnsafeMutableBufferPointer<Element>.allocate(capacity: max(values.count, 1))
    _ = copy.initialize(from: values)
    guard let base = copy.baseAddress else { throw .refused("no memory") }
    let functions = library.functions
    return try functions.made { result in
      functions.createTensor(
        library.memory, base, values.count * MemoryLayout<Element>.stride, shape.map { Int64($0) }, shape.count,
        elementType, result)
    }
  }

  private func numbers(_ value: OpaquePointer, _ name: String) throws(OnnxFault) -> UnsafeBufferPointer<Float> {
    let functions = library.functions
    let information = try functions.made { functions.typeAndShape(value, $0) }
    var type: CInt = 0
    try functions.check(functions.elementType(information, &type))
    guard type == 1 else { throw .notAModel("its \(name) holds no 32-bit numbers") }
    var count = 0
    try functions.check(functions.elementCount(information, &count))
    var data: UnsafeMutableRawPointer?
    try functions.check(functions.data(value, &data))
    guard let data else { throw .refused("no \(name)") }
    return UnsafeBufferPointer(start: data.assumingMemoryBound(to: Float.self), count: count)
  }
}

/// Names for a function of C. They last as long as the process, like all of a run.
private struct CNames {
  let pointers: [UnsafePointer<CChar>?]

  init(_ names: [String]) {
    pointers = names.map { name in
      let bytes = UnsafeMutablePointer<CChar>.allocate(capacity: name.utf8.count + 1)
      for (index, byte) in name.utf8.enumerated() { bytes[index] = CChar(bitPattern: byte) }
      bytes[name.utf8.count] = 0
      return UnsafePointer(bytes)
    }
  }
}
