import type { MetricSpec, MetricSummary } from '@spanhouse/trace-store/reader';

type Continuous = Extract<MetricSummary, { type: 'numeric/continuous' }>;

/** Returns every bin, empty ones included. The store counted values with the same bounds. */
export function shapeHistogram(spec: MetricSpec, summary: Continuous): readonly object[] {
  const { count, min, max, binCounts } = summary;
  const low = spec.vmin ?? min;
  const high = spec.vmax ?? max;
  const isOne = count <= 1 || min === max || low >= high;
  const bins = isOne ? 1 : (spec.bins ?? Math.ceil(Math.sqrt(count)));
  const isCentred = spec.edge === false && bins > 1;
  const width = (high - low) / (isCentred ? bins - 1 : bins);
  const start = isCentred ? low - width / 2 : low;
  const endOf = (bin: number) => {
    if (bin === 0) {
      return low;
    }
    return bin === bins ? Math.max(low, high) : start + bin * width;
  };
  return Array.from({ length: bins }, (_, bin) => ({
    bin: bin + 1,
    count: binCounts.get(bin) ?? 0,
    interval: [endOf(bin), endOf(bin + 1)],
    density: densityOf(binCounts.get(bin) ?? 0, count),
  }));
}

/** Returns the share of the total, rounded to five decimals. */
export function densityOf(count: number, total: number): number {
  return total === 0 ? 0 : Math.round((count / total) * 1e5) / 1e5;
}
