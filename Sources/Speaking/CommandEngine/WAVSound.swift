/// A WAV file as samples of one channel. It comes from a program that nobody knows: each number is checked. Pure.
struct WAVSound: Equatable {
  /// The samples a second, 8,000…192,000.
  var rate: Int
  /// One channel: the mean of all.
  var samples: [Int16]

  /// The mistake of a file, as the end of a sentence that begins with the program.
  struct Mistake: Error, Equatable {
    var text: String
    init(_ text: String) { self.text = text }
  }

  /// The format of the samples.
  private struct Format {
    var isFloat: Bool
    var channels: Int
    var rate: Int
    var bytes: Int
    var frame: Int { channels * bytes }
  }

  /// Reads a file. A program that writes into a pipe does not know the length when it begins: one that is 0, or longer
  /// than what has come, is that of all that has come.
  init(_ file: [UInt8]) throws(Mistake) {
    guard !file.isEmpty else { throw Mistake("writes nothing") }
    guard file.count >= 12, Self.word(file, 0) == "RIFF", Self.word(file, 8) == "WAVE" else {
      throw Mistake("does not write a WAV file")
    }
    var format: Format?
    var place = 12
    while place + 8 <= file.count {
      let kind = Self.word(file, place)
      let length = Int(Self.number(file[...], place + 4, bytes: 4))
      let start = place + 8
      if kind == "data" {
        guard let format else { throw Mistake("writes a WAV file without a format") }
        let rest = file.count - start
        try self.init(file[start..<start + (length == 0 ? rest : min(length, rest))], format)
        return
      }
      guard length <= file.count - start else { break }
      if kind == "fmt " { format = try Self.format(file[start..<start + length]) }
      place = start + length + length % 2
    }
    throw Mistake("writes a WAV file without sound")
  }

  private static func format(_ chunk: ArraySlice<UInt8>) throws(Mistake) -> Format {
    let bytes = Array(chunk)[...]
    guard bytes.count >= 16 else { throw Mistake("writes a WAV file with a broken format") }
    var kind = number(bytes, 0, bytes: 2)
    let (channels, rate) = (Int(number(bytes, 2, bytes: 2)), Int(number(bytes, 4, bytes: 4)))
    let (frame, bits) = (Int(number(bytes, 12, bytes: 2)), Int(number(bytes, 14, bytes: 2)))
    // The extensible format has the kind at the beginning of an identifier.
    if kind == 0xFFFE, bytes.count >= 26 { kind = number(bytes, 24, bytes: 2) }
    guard kind == 1 && [8, 16, 24, 32].contains(bits) || kind == 3 && [32, 64].contains(bits) else {
      throw Mistake("writes a WAV file that is no PCM of 8, 16, 24 or 32 bits")
    }
    guard 1...8 ~= channels else { throw Mistake("writes a WAV file of \(channels) channels") }
    guard 8_000...192_000 ~= rate else { throw Mistake("writes a WAV file of \(rate) Hz") }
    guard frame == channels * bits / 8 else { throw Mistake("writes a WAV file with a broken format") }
    return Format(isFloat: kind == 3, channels: channels, rate: rate, bytes: bits / 8)
  }

  private init(_ data: ArraySlice<UInt8>, _ format: Format) throws(Mistake) {
    guard !data.isEmpty else { throw Mistake("writes a WAV file without sound") }
    guard data.count % format.frame == 0 else { throw Mistake("writes a WAV file that ends within a sample") }
    rate = format.rate
    samples = []
    samples.reserveCapacity(data.count / format.frame)
    for start in stride(from: data.startIndex, to: data.endIndex, by: format.frame) {
      var sum = 0
      for channel in 0..<format.channels { sum += Self.sample(data, start + channel * format.bytes, format) }
      samples.append(Int16(clamping: sum / format.channels))
    }
  }

  private static func sample(_ data: ArraySlice<UInt8>, _ place: Int, _ format: Format) -> Int {
    let bits = number(data, place, bytes: format.bytes)
    switch (format.isFloat, format.bytes) {
    case (true, 4): return level(Double(Float(bitPattern: UInt32(bits))))
    case (true, _): return level(Double(bitPattern: bits))
    // Eight bits are without a sign.
    case (false, 1): return (Int(bits) - 128) << 8
    case (false, 2): return Int(Int16(bitPattern: UInt16(bits)))
    case (false, let bytes): return Int(Int32(bitPattern: UInt32(bits) << UInt32(32 - 8 * bytes))) >> 16
    }
  }

  private static func level(_ value: Double) -> Int {
    value.isFinite ? Int((min(max(value, -1), 1) * 32_767).rounded()) : 0
  }

  /// A number of the file, the least byte first.
  private static func number(
    _ file: ArraySlice<UInt8>, _ place: Int, bytes: Int
  ) -> UInt64 {
    var number: UInt64 = 0
    for index in 0..<bytes { number |= UInt64(file[place + index]) << UInt64(8 * index) }
    return number
  }

  private static func word(_ file: [UInt8], _ place: Int) -> String {
    String(decoding: file[place..<place + 4], as: UTF8.self)
  }
}
