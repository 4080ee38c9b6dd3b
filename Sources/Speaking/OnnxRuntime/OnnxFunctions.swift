/// The functions of ONNX Runtime's C interface that are called.
///
/// The library exports one symbol, `OrtGetApiBase`. It leads to a table of functions, to which each release only adds:
/// the places here are those of `OrtApi` in onnxruntime_c_api.h since version 1. No header is needed, and nothing is
/// linked. A function returns a status: `nil` for success.
struct OnnxFunctions {
  typealias Object = OpaquePointer
  typealias Status = OpaquePointer?
  typealias Result = UnsafeMutablePointer<OpaquePointer?>

  typealias GetErrorMessage = @convention(c) (Object) -> UnsafePointer<CChar>
  typealias CreateEnvironment = @convention(c) (CInt, UnsafePointer<CChar>, Result) -> Status
  typealias OfObject = @convention(c) (Object) -> Status
  typealias CreateSession =
    @convention(c) (Object, UnsafeRawPointer, Int, Object, Result) -> Status
  typealias Run =
    @convention(c) (
      Object, OpaquePointer?, UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<OpaquePointer?>, Int,
      UnsafePointer<UnsafePointer<CChar>?>, Int, Result
    ) -> Status
  typealias Create = @convention(c) (Result) -> Status
  typealias SetNumber = @convention(c) (Object, CInt) -> Status
  typealias CreateTensor =
    @convention(c) (
      Object, UnsafeMutableRawPointer, Int, UnsafePointer<Int64>, Int, CInt, Result
    ) -> Status
  typealias GetData = @convention(c) (Object, UnsafeMutablePointer<UnsafeMutableRawPointer?>) -> Status
  typealias GetNumber = @convention(c) (Object, UnsafeMutablePointer<CInt>) -> Status
  typealias GetCount = @convention(c) (Object, UnsafeMutablePointer<Int>) -> Status
  typealias GetInformation = @convention(c) (Object, Result) -> Status
  typealias CreateMemoryInformation = @convention(c) (CInt, CInt, Result) -> Status

  let errorMessage: GetErrorMessage
  let createEnvironment: CreateEnvironment
  let disableTelemetry: OfObject
  let createSession: CreateSession
  let run: Run
  let createOptions: Create
  let disableMemoryPattern: OfObject
  let disableArena: OfObject
  let setThreadsWithin: SetNumber
  let setThreadsBetween: SetNumber
  let createTensor: CreateTensor
  let data: GetData
  let elementType: GetNumber
  let elementCount: GetCount
  let typeAndShape: GetInformation
  let createMemoryInformation: CreateMemoryInformation

  /// `nil` if the table lacks one of them.
  init?(_ table: UnsafePointer<UnsafeRawPointer?>) {
    guard let errorMessage = table[2], let createEnvironment = table[3], let disableTelemetry = table[6],
      let createSession = table[8], let run = table[9], let createOptions = table[10], let disablePattern = table[17],
      let disableArena = table[19], let threadsWithin = table[24], let threadsBetween = table[25],
      let createTensor = table[49], let data = table[51], let elementType = table[60], let elementCount = table[64],
      let typeAndShape = table[65], let memory = table[69]
    else { return nil }
    self.errorMessage = unsafeBitCast(errorMessage, to: GetErrorMessage.self)
    self.createEnvironment = unsafeBitCast(createEnvironment, to: CreateEnvironment.self)
    self.disableTelemetry = unsafeBitCast(disableTelemetry, to: OfObject.self)
    self.createSession = unsafeBitCast(createSession, to: CreateSession.self)
    self.run = unsafeBitCast(run, to: Run.self)
    self.createOptions = unsafeBitCast(createOptions, to: Create.self)
    disableMemoryPattern = unsafeBitCast(disablePattern, to: OfObject.self)
    self.disableArena = unsafeBitCast(disableArena, to: OfObject.self)
    setThreadsWithin = unsafeBitCast(threadsWithin, to: SetNumber.self)
    setThreadsBetween = unsafeBitCast(threadsBetween, to: SetNumber.self)
    self.createTensor = unsafeBitCast(createTensor, to: CreateTensor.self)
    self.data = unsafeBitCast(data, to: GetData.self)
    self.elementType = unsafeBitCast(elementType, to: GetNumber.self)
    self.elementCount = unsafeBitCast(elementCount, to: GetCount.self)
    self.typeAndShape = unsafeBitCast(typeAndShape, to: GetInformation.self)
    createMemoryInformation = unsafeBitCast(memory, to: CreateMemoryInformation.self)
  }

  /// Throws what a status says.
  func check(_ status: Status) throws(OnnxFault) {
    guard let status else { return }
    throw .refused(String(cString: errorMessage(status)))
  }
}
