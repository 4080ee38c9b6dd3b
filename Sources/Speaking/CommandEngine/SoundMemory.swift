import Glibc
import Speech

/// The last sounds of a command, in memory that a process shares with its copies: the same text makes the same sound
/// while the process lives, although the command may make another one each time.
///
/// Any copy may be killed while it writes. A slot counts up when it is begun and again when it is whole, so that nobody
/// takes a half sound, or one that is exchanged meanwhile.
struct SoundMemory {
  /// The sounds that are kept, and the longest text and sound in bytes and frames: a minute at the engine's rate.
  private static let most = (slots: 12, text: 8_192, frames: 60 * CommandEngine.sampleRate.hertz)

  /// The beginning of a slot: the count, the bytes of the text, and the frames. The text and the samples follow.
  private static let head = 32
  private static let size = head + most.text + 2 * most.frames
  private let base: UnsafeMutableRawPointer

  /// `nil` if there is no memory. Pages that nobody has written take none.
  init?() {
    let length = Self.most.slots * Self.size + Self.head
    let memory = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)
    guard let memory, memory != MAP_FAILED else { return nil }
    base = memory
  }

  /// True once the command has made a sound.
  var hasSpoken: Bool { number(of: base, 1).pointee != 0 }

  /// The sound of a text; `nil` if it is not kept.
  func sound(of text: [UInt8]) -> [Int16]? {
    for index in 0..<Self.most.slots {
      let slot = slot(index)
      let count = number(of: slot, 0).pointee
      let (bytes, frames) = (Int(number(of: slot, 1).pointee), Int(number(of: slot, 2).pointee))
      guard count > 0, count % 2 == 0, bytes == text.count, 0...Self.most.frames ~= frames,
        text.withUnsafeBytes({ memcmp($0.baseAddress ?? UnsafeRawPointer(slot), slot + Self.head, bytes) }) == 0
      else { continue }
      let samples = (slot + Self.head + Self.most.text).assumingMemoryBound(to: Int16.self)
      let copied = Array(UnsafeBufferPointer(start: samples, count: frames))
      if number(of: slot, 0).pointee == count { return copied }
    }
    return nil
  }

  /// Keeps a sound in place of the oldest one. One that is too long is not kept.
  func keep(_ sound: [Int16], of text: [UInt8]) {
    number(of: base, 1).pointee = 1
    guard text.count <= Self.most.text, sound.count <= Self.most.frames else { return }
    let next = number(of: base, 0)
    let slot = slot(Int(next.pointee) % Self.most.slots)
    next.pointee += 1
    let count = number(of: slot, 0)
    let begun = count.pointee | 1
    count.pointee = begun
    number(of: slot, 1).pointee = Int64(text.count)
    number(of: slot, 2).pointee = Int64(sound.count)
    text.withUnsafeBytes { if let start = $0.baseAddress { memcpy(slot + Self.head, start, $0.count) } }
    sound.withUnsafeBytes {
      if let start = $0.baseAddress { memcpy(slot + Self.head + Self.most.text, start, $0.count) }
    }
    count.pointee = begun + 1
  }

  private func slot(_ index: Int) -> UnsafeMutableRawPointer { base + Self.head + index * Self.size }

  private func number(of slot: UnsafeMutableRawPointer, _ index: Int) -> UnsafeMutablePointer<Int64> {
    (slot + 8 * index).assumingMemoryBound(to: Int64.self)
  }
}
