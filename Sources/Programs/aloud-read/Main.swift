import PlainTextAnswering

/// `aloud-read` as a build product; the installed one is a link to `aloud-speak` (see the Makefile).
@main
enum Main {
  static func main() { ReadWorker.run() }
}
