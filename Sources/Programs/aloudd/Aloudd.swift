import AloudAPI
import AloudService
import EventLoop
import Glibc

/// The service: `aloudd [--new-instance] [--text-limit=MIB]`, or `aloudd --player`. It runs in the foreground until it
/// is ended.
@main
enum Aloudd {
  static func main() {
    var options = Service.Options()
    var isCalledAsPlayer = false
    for argument in CommandLine.arguments.dropFirst() {
      switch argument {
      case "--new-instance": options.isNewInstance = true
      case "--player": isCalledAsPlayer = true
      case _ where argument.hasPrefix("--text-limit="):
        guard let mebibytes = Int(argument.dropFirst(13)), 1...1024 ~= mebibytes else {
          complain("aloudd: '\(argument)' is not a limit from 1 to 1024 MiB", cure: "aloudd --text-limit=512")
          exit(2)
        }
        options.textLimit = mebibytes << 20
      case "--check": exit(check())
      case "--version":
        print("aloudd \(ServiceVersion.text)")
        exit(0)
      case "-h", "--help":
        print(help)
        exit(0)
      default:
        complain("aloudd: unknown argument '\(argument)'", cure: "aloudd --help")
        exit(2)
      }
    }
    let descriptors = DescriptorLimit.raise()
    guard descriptors >= DescriptorLimit.least else {
      complain(
        "aloudd: only \(descriptors) files may be open at a time, and \(DescriptorLimit.least) are needed",
        cure: "ulimit -Hn \(DescriptorLimit.wanted), or LimitNOFILE= in the unit")
      exit(1)
    }
    Core.loop.adoptCurrentThread()
    exit(Core.assumeIsolated { isCalledAsPlayer ? appear() : run(options) })
  }

  @Core
  private static func run(_ options: Service.Options) -> CInt {
    signal(SIGPIPE, SIG_IGN)
    // A file at its size limit is an ordinary error.
    signal(SIGXFSZ, SIG_IGN)
    do throws(Service.StartError) {
      let service = Service(try ServiceDrivers(options))
      let signals = [SIGTERM, SIGINT, SIGHUP].map { number in Core.loop.onSignal(number) { service.quit() } }
      service.start { error in
        Core.loop.stop(exitCode: report(error))
      }
      let code = Core.loop.run()
      withExtendedLifetime((service, signals)) {}
      if let program = service.successor {
        Service.become(program)
        complain("aloudd: cannot start \(program): \(String(cString: strerror(errno)))", cure: "aloud status")
        return 1
      }
      Service.endWorkers()
      return code
    } catch {
      return report(error)
    }
  }

  /// - Returns: the exit code.
  private static func check() -> CInt {
    do throws(Service.StartError) { try Service.check() } catch { return report(error) }
    print("aloudd \(ServiceVersion.text)")
    return 0
  }

  /// Lets the service answer calls to the player's name.
  @Core
  private static func appear() -> CInt {
    do throws(Service.StartError) {
      let activation = try PlayerActivation()
      activation.start { error in Core.loop.stop(exitCode: error.map(report) ?? 0) }
      let code = Core.loop.run()
      withExtendedLifetime(activation) {}
      return code
    } catch {
      return report(error)
    }
  }

  /// - Returns: the exit code.
  private static func report(_ error: Service.StartError) -> CInt {
    switch error {
    case .noBus(let message):
      complain("aloudd: no session bus: \(message)", cure: "dbus-run-session aloudd")
      return 3
    case .alreadyRunning(let name):
      complain("aloudd: it runs already and owns \(name)", cure: "`aloud status`, or aloudd --new-instance")
      return 0
    case .noService(let message):
      complain("aloudd: the service does not answer: \(message)", cure: "journalctl --user -u aloudd; aloud doctor")
      return 3
    case .noWorkers(let message):
      complain("aloudd: \(message)", cure: "install aloud-speak and aloud-read beside aloudd")
      return 5
    }
  }

  private static func complain(_ message: String, cure: String) {
    let lines = "\(message)\ntry: \(cure)\n"
    _ = lines.utf8.withContiguousStorageIfAvailable { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  private static let help = """
    aloudd - the read-aloud service of the desktop

    usage: aloudd [--new-instance] [--text-limit=MIB]
           aloudd --player

      --new-instance  run beside another aloudd, as org.mpris.MediaPlayer2.aloud.instance<pid>
      --text-limit=MIB
                      the text that one program may have in the queue, 1 to 1024 MiB, twice as much of all; default 512
      --player        have the service answer a call to org.mpris.MediaPlayer2.aloud, and end; the bus starts this
      --check         say whether the service and its workers are all there; a service that runs asks its next version
      --version       print the version
      -h, --help      print this

    It runs in the foreground and is normally started by the session bus when `aloud` is used; see aloud(1).
    """
}
