import Reading
import Store

// The report of `aloud doctor` on the state.
extension SessionKeeper {
  /// The state of keeping the queue, the places and the library, with a remedy if it fails.
  var report: (isWell: Bool, detail: String, cure: String) {
    guard let path else { return (true, "this instance keeps nothing", "") }
    guard complaint.isEmpty else {
      let cure =
        switch failure?.code {
        case .newer: "install that version of aloud again, or move the folder away: mv \(path) \(path).later"
        case .full: "make room: df -h \(path)"
        default: "ls -la \(path)"
        }
      return (false, complaint, cure)
    }
    guard let store = openStore?.store, store.setAside != nil, let name = store.nameAside else {
      return (true, "kept in \(path)", "")
    }
    return (true, "kept in \(path); an earlier library that could not be used is there as \(name)", "")
  }
}
