/** The settings of the Tempo dialect. */
export interface TempoSettings {
  /** Maximum encoded size of a whole trace, before compression. */
  readonly traceLimitBytes: number;
  /** Maximum number of series of an answer. */
  readonly maxSeries: number;
}
