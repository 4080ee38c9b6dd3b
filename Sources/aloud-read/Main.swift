import PlainTextAnswering

/// `aloud-read`, as it is built; installed it is a link to `aloud-speak` (see the Makefile).
@main
enum Main {
  static func main() { ReadWorker.run() }
}
