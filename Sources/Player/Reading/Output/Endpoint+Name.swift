import Documents
package import Playback

extension Endpoint {
  /// The device's own name, on one line.
  package var shownName: String { Line.clean(name, limit: 256) }
}
