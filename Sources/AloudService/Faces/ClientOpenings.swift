import AloudAPI
import BusValues
import DBusKit
import EventLoop
import Playback

/// Opens texts for clients: each counts as its client's, from the moment that it is asked for until it has left the
/// queue.
@Core
final class ClientOpenings {
  /// The track that is read first, or why there is none.
  typealias Completion = @Core (Result<TrackID, BusError>) -> Void

  let transport: Transport
  let files: FileOpening
  private let shares: ClientShares
  private let scheduler: any Scheduler
  private var session: Session { transport.session }

  init(transport: Transport, files: FileOpening, shares: ClientShares, scheduler: any Scheduler) {
    self.transport = transport
    self.files = files
    self.shares = shares
    self.scheduler = scheduler
  }

  /// Opens a text, unless the client has too much in the service already; `done` is called once.
  ///
  /// A client that opens several texts one after the other has its place among those that open: nothing comes in between
  /// where `done` asks for the next one.
  ///
  /// - Parameter replacing: whether a document that is in the queue already goes on there, instead of coming once more.
  func open(
    _ options: SpeakOptions, at place: Transport.Place, replacing: Bool = false, for client: BusName,
    _ request: TextRequest, done: @escaping Completion
  ) {
    // In a later turn: whoever goes through a thousand files that are not there does not go a thousand calls deep.
    func refuse(_ error: BusError) { scheduler.schedule(after: .zero) { done(.failure(error)) } }
    do throws(BusError) { try shares.begin(client) } catch { return refuse(error) }
    files.open(request) { [self] result in
      let text: TextSource
      do throws(BusError) {
        do throws(APIError) { text = try result.get() } catch { throw error.busError }
        try shares.reserve(text.byteCount, for: client)
      } catch {
        shares.end(client)
        return refuse(error)
      }
      open(text, options, at: place, replacing: replacing, for: client, done: done)
    }
  }

  private func open(
    _ text: TextSource, _ options: SpeakOptions, at place: Transport.Place, replacing: Bool, for client: BusName,
    done: @escaping Completion
  ) {
    let bytes = text.byteCount
    transport.open(
      text, options, at: place, replacing: replacing,
      admitting: { [shares] former throws(BusError) in try shares.admit(client, insteadOf: former) }
    ) { [shares, session] result in
      shares.end(client)
      shares.release(bytes, of: client)
      if case .success(let id) = result {
        shares.add(id, of: client, bytes: session.ownBytes(of: id, outOf: bytes))
      }
      done(result)
    }
  }
}

extension IncomingCall {
  /// Answers with what an opening has come to.
  func answer(_ result: Result<TrackID, BusError>, _ values: (TrackID) -> [BusValue] = { _ in [] }) {
    switch result {
    case .success(let id): reply(values(id))
    case .failure(let error): fail(error)
    }
  }
}
