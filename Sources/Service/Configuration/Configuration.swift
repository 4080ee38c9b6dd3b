/// The configuration as a whole: its text forms are here, its reading is in `ConfigurationReading`.
public enum Configuration {}
