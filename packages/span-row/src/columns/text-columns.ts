import type { SpanColumn } from './column.js';

/** The JSON texts of a span in the form that reads return; `''` for an absent member. */
export const textColumns = [
  // `ag.metrics`, rolled up over the request that contained the span.
  {
    name: 'metrics',
    isPacked: true,
    type: 'String',
    encoding: 'json',
    from: (span) => span.metrics,
  },
  {
    name: 'submitted_cumulative',
    isPacked: true,
    type: 'String',
    encoding: 'json',
    from: (span) => span.submitted_cumulative,
    absent: { value: 'zero' },
  },
  {
    name: 'references',
    isPacked: true,
    type: 'String',
    encoding: 'json_list',
    from: (span) => span.references,
    absent: { value: 'zero' },
    filter: 'references',
  },
  {
    name: 'links',
    isPacked: true,
    type: 'String',
    encoding: 'json_list',
    from: (span) => span.links,
    absent: { value: 'zero' },
    filter: 'links',
  },
  {
    name: 'hashes',
    isPacked: true,
    type: 'String',
    encoding: 'json_list',
    from: (span) => span.hashes,
    absent: { value: 'zero' },
    filter: 'hashes',
  },
  {
    name: 'events',
    isPacked: true,
    type: 'String',
    encoding: 'events',
    from: (span) => span.events,
    absent: { value: 'zero' },
    filter: 'events',
  },
  {
    name: 'pricing',
    isPacked: true,
    type: 'String',
    encoding: 'json',
    from: (span) => span.pricing,
    absent: { value: 'zero' },
  },
] as const satisfies readonly SpanColumn[];
