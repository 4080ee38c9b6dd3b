import Realtime

/// The owner of the memory that the control side and the data thread share.
final class SharedRender: Sendable {
  // Allocated and freed here; every member of the pointee is atomic.
  nonisolated(unsafe) let pointer: UnsafeMutablePointer<RenderShared>

  init(capacity: Int, channels: Int) {
    pointer = .allocate(capacity: 1)
    pointer.initialize(to: RenderShared(capacity: capacity, channels: channels))
  }

  deinit {
    pointer.deinitialize(count: 1)
    pointer.deallocate()
  }
}
