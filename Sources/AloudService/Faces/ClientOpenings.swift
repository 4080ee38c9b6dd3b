import AloudAPI
import BusValues
import DBusKit
import EventLoop
import Playback
import Reading

/// Opens texts for clients. A text counts for its client from the request until it has left the queue.
@Core
final class ClientOpenings {
  /// The first track of the text, or the error.
  typealias Completion = @Core (Result<TrackID, BusError>) -> Void

  let transport: Transport
  let files: any TextOpening
  private let shares: ClientShares
  private let scheduler: any Scheduler
  private var session: Session { transport.session }

  init(transport: Transport, files: any TextOpening, shares: ClientShares, scheduler: any Scheduler) {
    self.transport = transport
    self.files = files
    self.shares = shares
    self.scheduler = scheduler
  }

  /// Opens a text, unless the client has too many in the service already. `done` is called once.
  ///
  /// A client that opens several texts in a row keeps its place among the openings: if `done` asks for the next text,
  /// no other opening comes in between.
  ///
  /// - Parameter replacing: true if a document that is in the queue already continues there instead of being added
  ///   again.
  func open(
    _ options: SpeakOptions, at place: Transport.Place, replacing: Bool = false, for client: BusName,
    _ request: TextRequest, done: @escaping Completion
  ) {
    // In a later turn, so that a list of a thousand missing files does not nest a thousand calls.
    func refuse(_ error: BusError) { scheduler.schedule(after: .zero) { done(.failure(error)) } }
    do throws(BusError) { try shares.begin(client) } catch { return refuse(error) }
    files.open(request) { [self] result in
      let text: TextSource
      do throws(BusError) {
        do throws(ReadingError) { text = try result.get() } catch { throw error.busError }
        try shares.reserve(text.textBytes, for: client)
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
    let bytes = text.textBytes
    transport.open(
      text, options, at: place, replacing: replacing,
      admitting: { [shares] former throws(ReadingError) in try shares.admit(client, insteadOf: former) }
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
  /// Answers with the result of an opening.
  func answer(_ result: Result<TrackID, BusError>, _ values: (TrackID) -> [BusValue] = { _ in [] }) {
    switch result {
    case .success(let id): reply(values(id))
    case .failure(let error): fail(error)
    }
  }
}
