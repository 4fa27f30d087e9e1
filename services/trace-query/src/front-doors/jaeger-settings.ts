/** The settings of the Jaeger dialect. */
export interface JaegerSettings {
  /** Maximum size of a single trace, as JSON before compression. */
  readonly traceLimitBytes: number;
  /** The directory of the built Jaeger UI; undefined if it is not served. */
  readonly uiDir: string | undefined;
  /** The configuration file of the UI; undefined for its default. */
  readonly uiConfig: string | undefined;
}
