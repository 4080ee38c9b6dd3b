import EncodingAnswering

/// `aloud-encode` as a build product; the installed one is a link to `aloud-decode` (see the Makefile).
@main
enum Main {
  static func main() { EncodeWorker.run() }
}
