/** The settings of the Zipkin dialect. */
export interface ZipkinSettings {
  /** Maximum size of a single trace, as JSON before compression. */
  readonly traceLimitBytes: number;
  /** True if a trace id names one trace; otherwise it names all traces with the same last 16 digits. */
  readonly hasStrictTraceIds: boolean;
  /** Tags whose values the search of Lens suggests. */
  readonly autocompleteKeys: readonly string[];
  /** The directory of the built pages of Lens; undefined if they are not served. */
  readonly lensDir: string | undefined;
}
