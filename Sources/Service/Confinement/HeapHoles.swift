import CLinux
import Glibc

/// The free pieces that loading has left all over the heap.
///
/// A copy of the process that allocated in them would write into pages all over the heap, each of which the kernel
/// copies. For the length of a sentence in a natural voice that is 740 pages instead of 480, and a seventh of the
/// processor time.
enum HeapHoles {
  /// The largest piece that is taken at once, in bytes.
  private static let largest = 1 << 20
  /// Pieces up to this size, in bytes, are kept by their exact size, in steps of 16 (malloc(3), "thread cache").
  private static let largestExact = 1040

  /// Gives their memory back, and takes them away from `malloc` for good. What is allocated from here on lies together,
  /// in new pages at the end of the heap.
  static func close() {
    malloc_trim(0)
    let heap = mallinfo2()
    let end = UInt(bitPattern: sbrk(0)) - UInt(heap.keepcost)
    // A bound, for an allocator that has its pieces elsewhere, as that of a sanitizer. The thread cache is not counted.
    var left = Int(heap.fordblks) - Int(heap.keepcost) + largest
    var size = largest
    while size >= 16, left > 0 {
      guard let piece = malloc(size) else { return }
      if UInt(bitPattern: piece) < end {
        left -= size
      } else {
        free(piece)
        size = size > largestExact ? max(size - size / 8, largestExact) : size - 16
      }
    }
  }
}
