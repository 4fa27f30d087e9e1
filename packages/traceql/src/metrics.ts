export { changeSeries, largestSeries } from './metrics/change-series.js';
export { combineSeries } from './metrics/combine-series.js';
export { CompareRun } from './metrics/compare-run.js';
export {
  type Candidate,
  type Exemplar,
  ExemplarPicker,
  exemplarsOf,
  partsOf,
} from './metrics/exemplars.js';
export { SECOND_NS } from './metrics/histogram-bucket.js';
export type { Measured } from './metrics/number-summary.js';
export { listMetricsFields } from './metrics/plan-metrics.js';
export { type Label, type Series, textOfValue } from './metrics/series.js';
export { isCounting, MAX_VALUES, SeriesRun } from './metrics/series-run.js';
export {
  endOf,
  gridOfInstant,
  gridOfRange,
  pointOf,
  type TimeGrid,
  timeOf,
} from './metrics/time-grid.js';
