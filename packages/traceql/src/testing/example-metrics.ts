const none = undefined;

/**
 * Metrics queries over the example traces. Each query has the expected points of its series, keyed by labels. The
 * points are at T0, when the first trace starts, and at the next four full minutes.
 */
export const exampleMetrics: readonly (readonly [
  query: string,
  series: Readonly<Record<string, readonly (number | undefined)[]>>,
])[] = [
  ['{ } | count_over_time()', { '__name__=count_over_time': [1, 6, 4, 1, 1] }],
  ['{ status = error } | rate()', { '__name__=rate': [0, 2 / 60, 0, 0, 0] }],
  [
    '{ kind = server } | quantile_over_time(duration, 0.5, 0.9)',
    { 'p=0.5': [0.9, 0.27, none, 0.3, none], 'p=0.9': [0.9, 0.454, none, 0.3, none] },
  ],
  ['{ } | max_over_time(span.rows)', { '__name__=max_over_time': [none, 3, 1, none, 0] }],
  [
    '{ } | sum_over_time(span.gen_ai.usage.output_tokens) by (span.gen_ai.request.model)',
    { 'span.gen_ai.request.model=gpt-4o': [none, none, 300, none, none] },
  ],
  [
    '{ } | avg_over_time(duration) by (status)',
    {
      'status=error': [none, 0.55, none, none, none],
      'status=ok': [none, 0.08, 1.5, 0.3, none],
      'status=unset': [0.9, 0.07, 1.3004 / 3, none, 0.25],
    },
  ],
  [
    '{ resource.service.name = "payments" } | histogram_over_time(duration)',
    {
      '__bucket=0.134217728': [0, 1, 0, 0, 0],
      '__bucket=0.268435456': [0, 0, 0, 0, 1],
      '__bucket=0.536870912': [0, 1, 0, 1, 0],
    },
  ],
  [
    '{ } | count_over_time() by (resource.service.name) | topk(1)',
    {
      'resource.service.name=billing': [none, none, 3, none, none],
      'resource.service.name=gateway': [1, 2, none, none, none],
      'resource.service.name=payments': [none, none, none, 1, 1],
    },
  ],
  [
    '{ } | count_over_time() by (resource.service.name) > 2',
    { 'resource.service.name=billing': [none, none, 3, none, none] },
  ],
  [
    '{ } | count_over_time() by (span.db.system, span.messaging.system) | bottomk(1)',
    {
      'span.db.system=nil': [none, none, none, none, 0],
      'span.db.system=postgresql': [0, 1, 0, 0, none],
    },
  ],
];
