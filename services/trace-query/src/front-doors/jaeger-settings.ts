/** The settings of the Jaeger dialect. */
export interface JaegerSettings {
  /** The largest trace that is returned on its own, as JSON before compression. */
  readonly traceLimitBytes: number;
  /** The directory with the built Jaeger UI; absent = none is served. */
  readonly uiDir: string | undefined;
  /** The file with the configuration of the UI; absent = its default. */
  readonly uiConfig: string | undefined;
}
