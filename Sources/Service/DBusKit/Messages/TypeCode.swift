/// libdbus's type codes: the ASCII characters of signatures. Its macros do not import. Containers have codes of their
/// own.
enum TypeCode {
  static let end: CInt = 0
  static let byte = code("y")
  static let bool = code("b")
  static let int16 = code("n")
  static let uint16 = code("q")
  static let int32 = code("i")
  static let uint32 = code("u")
  static let int64 = code("x")
  static let uint64 = code("t")
  static let double = code("d")
  static let string = code("s")
  static let objectPath = code("o")
  static let signature = code("g")
  static let descriptor = code("h")
  static let array = code("a")
  static let variant = code("v")
  static let structure = code("r")
  static let entry = code("e")

  private static func code(_ letter: Unicode.Scalar) -> CInt { CInt(letter.value) }
}
