import Glibc

/// The limit of the service's descriptors, since a desktop may start its programs with a low one.
enum DescriptorLimit {
  /// Enough for the sockets, workers and files of a service that reads a text while another one is opened.
  static let least = 64
  /// Enough for many clients.
  static let wanted = 1024

  /// Raises the limit to `wanted`, or as far as permitted.
  ///
  /// - Returns: the resulting limit.
  static func raise() -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return wanted }
    guard limit.rlim_cur < rlim_t(wanted) else { return wanted }
    limit.rlim_cur = min(limit.rlim_max, rlim_t(wanted))
    _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    return Int(clamping: limit.rlim_cur)
  }
}
