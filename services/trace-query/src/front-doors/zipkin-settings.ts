/** The settings of the Zipkin dialect. */
export interface ZipkinSettings {
  /** The largest trace that is returned on its own, as JSON before compression. */
  readonly traceLimitBytes: number;
  /** Whether a trace id names one trace; otherwise it names all traces with the same last 16 digits. */
  readonly hasStrictTraceIds: boolean;
  /** The tags whose values the search of Lens suggests. */
  readonly autocompleteKeys: readonly string[];
  /** The directory with the built pages of Lens; absent = none are served. */
  readonly lensDir: string | undefined;
}
