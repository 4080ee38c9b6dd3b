import Store

// Data reach the device later than the file.
extension SessionKeeper {
  /// A write is to reach the device soon.
  func tidySoon() { tidying.soon() }

  /// Brings everything to the device at once: the machine may lose power while it sleeps.
  func secure() {
    saveAll()
    note { journal throws(StoreError) in try journal.sync() }
    tidying.now()
  }
}
