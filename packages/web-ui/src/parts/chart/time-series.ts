/** A time range in ms since 1970, divided into buckets of equal length. */
export interface TimeBuckets {
  readonly from: number;
  readonly to: number;
  readonly intervalMs: number;
}

/** Values of one line, or of one part of the bars, by bucket index; null if a bucket has no value. */
export interface Series {
  readonly name: string;
  /** Custom property of a colour: `--accent`. */
  readonly colour: string;
  readonly values: readonly (number | null)[];
}

/** Returns the number of buckets of a range. */
export function bucketCount({ from, to, intervalMs }: TimeBuckets): number {
  return Math.max(1, Math.ceil((to - from) / intervalMs));
}

/** Returns the bucket of a time; -1 outside the range. */
export function bucketAt(buckets: TimeBuckets, time: number): number {
  const at = Math.floor((time - buckets.from) / buckets.intervalMs);
  return at >= 0 && at < bucketCount(buckets) ? at : -1;
}

/** Returns the beginning of a bucket. The bucket after the last one begins at the end of the range. */
export function bucketStart({ from, to, intervalMs }: TimeBuckets, bucket: number): number {
  return Math.min(to, from + bucket * intervalMs);
}

/** Returns the largest value of stacked bars, or of lines. */
export function highest(series: readonly Series[], kind: 'bars' | 'lines'): number {
  const heights = (series[0]?.values ?? []).map((_, bucket) => {
    const values = series.map(({ values: all }) => all[bucket] ?? 0);
    return kind === 'bars' ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values);
  });
  return Math.max(0, ...heights);
}
