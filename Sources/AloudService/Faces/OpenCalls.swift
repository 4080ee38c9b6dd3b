import AloudAPI
import BusValues
import DBusKit
import EventLoop
import MPRIS
import Playback

/// Answers the calls that bring a text: at once or much later, when its first sentences are known.
@Core
final class OpenCalls {
  private let transport: Transport
  private let shares: ClientShares
  private var session: Session { transport.session }

  init(transport: Transport, shares: ClientShares) {
    self.transport = transport
    self.shares = shares
  }

  /// Answers with the track that the text has become.
  func open(_ source: TextSource, _ options: SpeakOptions, for call: IncomingCall) {
    let bytes = source.byteCount
    do throws(BusError) {
      try shares.reserve(bytes, for: call.sender)
    } catch {
      shares.end(call.sender)
      return call.fail(error)
    }
    transport.open(source, options, at: .whenBusy(options.whenBusy)) { [shares, session] result in
      shares.end(call.sender)
      shares.release(bytes, of: call.sender)
      switch result {
      case .success(let id):
        shares.add(id, of: call.sender, bytes: session.ownBytes(of: id, outOf: bytes))
        call.reply([.objectPath(id.objectPath)])
      case .failure(let error): call.fail(error.busError)
      }
    }
  }

  /// All or nothing: where one cannot be read, those that were added before it are taken out again.
  func open(_ uris: [String], _ options: SpeakOptions, for call: IncomingCall) throws(APIError) {
    guard let first = uris.first else { throw APIError(.noSuchFile, "no URI was given") }
    let rest = Array(uris.dropFirst())
    open(try TextSource(uri: first), options, then: rest, added: [], for: call)
  }

  private func open(
    _ source: TextSource, _ options: SpeakOptions, then rest: [String], added: [TrackID],
    for call: IncomingCall
  ) {
    let place: Transport.Place =
      if let last = added.last, session.player.entry(last) != nil { .exactly(.after(last)) } else {
        .whenBusy(options.whenBusy)
      }
    func giveUp(_ error: BusError, after added: [TrackID]) {
      shares.end(call.sender)
      session.send(.remove(session.withFurtherChapters(of: added)))
      call.fail(error)
    }
    let bytes = source.byteCount
    do throws(BusError) {
      try shares.reserve(bytes, for: call.sender)
    } catch {
      return giveUp(error, after: added)
    }
    transport.open(source, options, at: place) { [weak self] result in
      guard let self else { return }
      self.shares.release(bytes, of: call.sender)
      var added = added
      do throws(APIError) {
        let id = try result.get()
        added.append(id)
        self.shares.add(id, of: call.sender, bytes: self.session.ownBytes(of: id, outOf: bytes))
        guard let next = rest.first else {
          self.shares.end(call.sender)
          return call.reply([.objectPaths(added.map(\.objectPath))])
        }
        self.open(try TextSource(uri: next), options, then: Array(rest.dropFirst()), added: added, for: call)
      } catch {
        giveUp(error.busError, after: added)
      }
    }
  }
}
