/// The version of service, command line and workers, which are built and installed together.
public enum ServiceVersion {
  public static let text = "0.1.0"
}
