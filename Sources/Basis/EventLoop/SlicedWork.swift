/// Long work on the loop, in slices with turns of others between them.
@Core
public enum SlicedWork {
  /// The time after which a slice ends. One turn may have slices of several texts, or of several works on one.
  private static let patience = Duration.milliseconds(1)

  /// Runs `steps` one after the other, each again and again until it returns false, and then `done`.
  ///
  /// The first slice runs before this returns, so that short work is done at once. No step may take more than half
  /// a millisecond.
  public static func run(
    on scheduler: any Scheduler, _ steps: [@Core () -> Bool], then done: @escaping @Core () -> Void
  ) {
    run(on: scheduler, steps[...], done)
  }

  private static func run(
    on scheduler: any Scheduler, _ steps: ArraySlice<@Core () -> Bool>, _ done: @escaping @Core () -> Void
  ) {
    var steps = steps
    let end = scheduler.now.advanced(by: patience)
    while let step = steps.first {
      if !step() { steps.removeFirst() }
      guard scheduler.now < end else {
        scheduler.schedule(after: .zero) { [steps] in run(on: scheduler, steps, done) }
        return
      }
    }
    done()
  }
}
