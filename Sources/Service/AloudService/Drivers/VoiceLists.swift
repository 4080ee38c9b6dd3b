import Store
import Workers

/// The lists of voices that engines have told, as files: `$XDG_CACHE_HOME/aloud/engines`.
struct VoiceLists: VoiceListStore {
  private let folder: CacheFolder

  /// - Returns: `nil` if there is no home directory.
  init?() {
    guard let root = UserFolder.cache else { return nil }
    folder = CacheFolder(path: root + "/engines", most: 64, limit: 4 * mostVoiceListBytes)
  }

  func voiceList(of engine: String) -> [UInt8]? { folder.contents(of: engine, most: mostVoiceListBytes) }

  func keep(_ bytes: [UInt8], of engine: String) {
    guard bytes.count <= mostVoiceListBytes else { return }
    _ = folder.keep(bytes, named: engine)
  }
}
