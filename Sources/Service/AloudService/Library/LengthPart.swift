import EventLoop
import Speech
import Store

/// The part of a text's lengths that is being collected.
struct LengthPart {
  /// Its key.
  private(set) var key: LengthKey
  /// Its lengths as a ``Store/FrameList``.
  private(set) var blob: [UInt8] = []
  /// True if there is anything to keep.
  private(set) var isAnyKnown = false
  private var count = 0

  /// The first part.
  init(_ key: LengthKey) { self.key = key }

  /// True if the next length belongs to the next part.
  var isFull: Bool { count == LengthKey.partSize }

  mutating func append(_ length: Frame?) {
    isAnyKnown = isAnyKnown || length != nil
    FrameList.append(length, to: &blob)
    count += 1
  }

  mutating func beginNext() {
    key.part += 1
    blob.removeAll(keepingCapacity: true)
    (isAnyKnown, count) = (false, 0)
  }
}

/// The kept lengths of one voice's sentences, looked up part by part. Nothing is taken of a list that does not fit to
/// its end.
@Core
final class FoundLengths {
  /// The sentences that are checked at once.
  private static let slice = 1024

  private let count: Int
  private let lookUp: @Core (LengthKey) -> [UInt8]?
  /// The part that is read.
  private var key: LengthKey
  /// `nil` if the lengths of the part are not known.
  private var reader: FrameList.Reader?
  /// The list of the first part, as far as it was checked.
  private var checked: FrameList.Reader
  private var checkedCount = 0
  /// True if the first list has the lengths of all sentences.
  private var isInOneList = false
  private var index = 0

  /// - Parameters:
  ///   - key: the key of the first part.
  ///   - count: the number of sentences.
  ///   - lookUp: returns a part as a ``Store/FrameList``; `nil` if it is not kept.
  init(of key: LengthKey, count: Int, lookUp: @escaping @Core (LengthKey) -> [UInt8]?) {
    self.key = key
    self.count = count
    self.lookUp = lookUp
    let list = FrameList.Reader(lookUp(key) ?? [])
    (reader, checked) = (list, list)
  }

  /// Checks the first list, which may be long, a slice at a time. To be called until it returns false.
  func check() -> Bool {
    for _ in 0..<Self.slice where !checked.isAtEnd {
      guard checkedCount < count, checked.next() != nil else {
        reader = nil
        return false
      }
      checkedCount += 1
    }
    guard checked.isAtEnd else { return true }
    isInOneList = checkedCount == count
    if !isInOneList, checkedCount != size(of: 0) { reader = nil }
    return false
  }

  /// The next sentence's length; `nil` if it is not known.
  func next() -> Frame? {
    if index > 0, index % LengthKey.partSize == 0, !isInOneList { takeNextPart() }
    index += 1
    return reader?.next() ?? nil
  }

  private func takeNextPart() {
    key.part += 1
    let list = FrameList.Reader(lookUp(key) ?? [])
    var rest = list
    var isWhole = true
    for _ in 0..<size(of: key.part) where isWhole { isWhole = rest.next() != nil }
    reader = isWhole && rest.isAtEnd ? list : nil
  }

  private func size(of part: Int) -> Int { min(LengthKey.partSize, count - part * LengthKey.partSize) }
}
