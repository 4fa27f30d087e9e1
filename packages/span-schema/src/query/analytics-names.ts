/** The types of metrics that analytics computes; see docs/api/analytics.md. */
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

/** The sources whose attributes can be listed. */
export const attributeSources = ['attributes', 'resource', 'scope', 'events'] as const;
export type AttributeSource = (typeof attributeSources)[number];
