import CArchive
import Documents
import Glibc
import Vocabulary

/// The parts of a ZIP archive, found by name.
///
/// Nothing is ever written to a file: a part's name is a key, not a path. Limits count the bytes that are unpacked, not
/// the sizes that the archive claims.
final class Archive {
  /// Bytes of the largest part.
  static let maximumPart = 64 << 20
  /// Bytes of all that is ever read of one archive.
  static let maximumTotal = 1 << 30
  /// Parts of an archive.
  static let maximumParts = 65_536
  /// Bytes skipped on the way to other parts when the parts are not read in the archive's order.
  private static let maximumPassed = 20_000_000

  private let stream: ArchiveStream
  private var directory: ArchiveDirectory?
  /// The position of each part in libarchive's order, which is that of the bytes.
  private var positions: [String: Int] = [:]
  private var encrypted: Set<String> = []
  /// libarchive's reader and the index of the part that it comes to next. The reader only moves forward.
  private var handle: OpaquePointer?
  private var next = 0
  private var total = 0
  private var passed = 0

  init(_ reader: OffsetReader) throws(Trouble) {
    stream = ArchiveStream(reader)
    let directory = try ArchiveDirectory(reader)
    try open()
    while let entry = try nextEntry() {
      // libarchive decodes names that are not ASCII only under a locale that has them. Locales are files, which a
      // worker may not open. A part without any name is never asked for.
      let raw = archive_entry_pathname_utf8(entry) ?? archive_entry_pathname(entry)
      if let name = raw.map({ String(cString: $0) }) ?? directory?.name(next - 1) { try note(entry, name) }
    }
    // If the two lists disagree, every part is reached by walking through the archive.
    self.directory = directory?.count == next ? directory : nil
    close()
    guard !positions.isEmpty else { throw Trouble(.damaged, "the archive is empty") }
  }

  deinit { close() }

  func contains(_ name: String) -> Bool { positions[name] != nil }

  /// Reads a part.
  ///
  /// - Parameter limit: the most bytes; a larger part is an error.
  func read(_ name: String, limit: Int = maximumPart) throws(Trouble) -> [UInt8] {
    guard let position = positions[name] else { throw Trouble(.damaged, "\(name) is missing in the archive") }
    if encrypted.contains(name) { throw Trouble(.encrypted, "\(name) needs a password") }
    try stream.reader.checkUnchanged()
    try go(to: position)
    guard try nextEntry() != nil, let handle else { throw Trouble(.damaged, "\(name) is missing in the archive") }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = buffer.withUnsafeMutableBytes { archive_read_data(handle, $0.baseAddress, $0.count) }
      if count == 0 { return bytes }
      guard count > 0 else { throw try failure(name) }
      bytes.append(contentsOf: buffer[..<count])
      total += count
      if bytes.count > limit {
        throw Trouble(
          limit < Self.maximumPart ? .tooLarge : .harmful, "\(name) unpacks to more than \(limit) bytes")
      }
      if total > Self.maximumTotal {
        throw Trouble(.harmful, "it unpacks to more than \(Self.maximumTotal) bytes")
      }
    }
  }

  // MARK: The parts

  private func go(to position: Int) throws(Trouble) {
    if let directory {
      stream.window = directory.window(position)
      return try open()
    }
    if handle == nil || position < next {
      try open()
      passed += position
      if passed > Self.maximumPassed { throw Trouble(.harmful, "its parts are in no order that can be read") }
    }
    while next < position { guard try nextEntry() != nil else { break } }
  }

  private func note(_ entry: OpaquePointer, _ name: String) throws(Trouble) {
    if aloud_entry_is_folder(entry) { return }
    guard aloud_entry_is_file(entry), archive_entry_symlink(entry) == nil, archive_entry_hardlink(entry) == nil else {
      throw Trouble(.harmful, "\(name) is a link or a device")
    }
    guard !name.hasPrefix("/"), !name.split(separator: "/").contains("..") else {
      throw Trouble(.harmful, "the name \(name) leads out of the archive")
    }
    guard positions[name] == nil else { throw Trouble(.harmful, "\(name) is there twice") }
    guard positions.count < Self.maximumParts else {
      throw Trouble(.tooLarge, "more than \(Self.maximumParts) parts in the archive")
    }
    if archive_entry_is_encrypted(entry) != 0 { encrypted.insert(name) }
    positions[name] = next - 1
  }

  private func nextEntry() throws(Trouble) -> OpaquePointer? {
    guard let handle else { return nil }
    var entry: OpaquePointer?
    switch archive_read_next_header(handle, &entry) {
    case ARCHIVE_OK, ARCHIVE_WARN:
      next += 1
      return entry
    case ARCHIVE_EOF: return nil
    default: throw try failure("the archive")
    }
  }

  // MARK: libarchive

  private func open() throws(Trouble) {
    close()
    stream.offset = 0
    next = 0
    guard let handle = archive_read_new() else { throw Trouble(.unreadable, "no memory") }
    self.handle = handle
    archive_read_support_format_zip_seekable(handle)
    archive_read_set_read_callback(handle) { _, context, buffer in ArchiveStream.from(context).read(buffer) }
    archive_read_set_skip_callback(handle) { _, context, count in ArchiveStream.from(context).skip(count) }
    archive_read_set_seek_callback(handle) { _, context, offset, origin in
      ArchiveStream.from(context).seek(offset, origin)
    }
    archive_read_set_callback_data(handle, Unmanaged.passUnretained(stream).toOpaque())
    guard archive_read_open1(handle) == ARCHIVE_OK else {
      try stream.reader.checkUnchanged()
      throw Trouble(.damaged, "it is no ZIP archive, or its end is missing")
    }
  }

  private func close() {
    if let handle { archive_read_free(handle) }
    handle = nil
  }

  /// Turns libarchive's error into a ``Trouble``. The reader cannot be used afterwards.
  private func failure(_ name: String) throws(Trouble) -> Trouble {
    let reason = handle.flatMap { archive_error_string($0) }.map { String(cString: $0) } ?? "no reason"
    close()
    try stream.reader.checkUnchanged()
    return Trouble(.damaged, "\(name): \(reason)")
  }
}

/// The input of libarchive: the whole file, or one part of it.
private final class ArchiveStream {
  let reader: OffsetReader
  var offset = 0
  var window: ArchiveDirectory.Window?
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 32 << 10, alignment: 16)

  init(_ reader: OffsetReader) { self.reader = reader }

  deinit { buffer.deallocate() }

  static func from(_ context: UnsafeMutableRawPointer?) -> ArchiveStream {
    Unmanaged<ArchiveStream>.fromOpaque(context!).takeUnretainedValue()
  }

  private var size: Int { window.map { $0.length + $0.list.count } ?? reader.size }

  func read(_ target: UnsafeMutablePointer<UnsafeRawPointer?>?) -> Int {
    let count = fill()
    target?.pointee = UnsafeRawPointer(buffer.baseAddress)
    if count > 0 { offset += count }
    return count
  }

  private func fill() -> Int {
    guard let window else { return reader.read(at: offset, into: buffer) }
    guard offset < window.length else {
      let part = window.list.dropFirst(offset - window.length).prefix(buffer.count)
      buffer.copyBytes(from: part)
      return part.count
    }
    return reader.read(
      at: window.start + offset, into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(window.length - offset)))
  }

  func skip(_ count: Int64) -> Int64 {
    let skipped = min(Int(count), max(0, size - offset))
    offset += skipped
    return Int64(skipped)
  }

  func seek(_ distance: Int64, _ origin: CInt) -> Int64 {
    let start = origin == SEEK_SET ? 0 : origin == SEEK_CUR ? offset : size
    let (place, overflow) = start.addingReportingOverflow(Int(distance))
    guard !overflow, place >= 0 else { return Int64(ARCHIVE_FATAL) }
    offset = place
    return Int64(place)
  }
}
