/** The settings of the Tempo dialect. */
export interface TempoSettings {
  /** The largest trace that is returned whole, as it is encoded, before compression. */
  readonly traceLimitBytes: number;
  /** The most series of an answer to a metrics query. */
  readonly maxSeries: number;
}
