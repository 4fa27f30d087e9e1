/** The types of metrics that the analytics routes compute; see docs/api/analytics.md. */
export const metricTypes = [
  'numeric/continuous',
  'numeric/discrete',
  'categorical/single',
  'categorical/multiple',
  'binary',
  'string',
  'json',
] as const;
export type MetricType = (typeof metricTypes)[number];

/** The parts of a span whose attributes can be listed. */
export const attributeSources = ['attributes', 'resource', 'scope', 'events'] as const;
export type AttributeSource = (typeof attributeSources)[number];
