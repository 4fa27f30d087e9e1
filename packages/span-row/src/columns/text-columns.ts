import type { SpanColumn } from './column.js';

/** The columns with JSON texts of a span in the form that reads return; `''` for an absent member. */
export const textColumns = [
  // `ag.metrics`, rolled up over the request that contained the span.
  {
    name: 'metrics',
    type: 'String',
    encoding: 'json',
    from: (span) => span.metrics,
  },
  {
    name: 'submitted_cumulative',
    type: 'String',
    encoding: 'json',
    from: (span) => span.submitted_cumulative,
    absent: { value: 'zero' },
    rarelySet: { bit: 11 },
  },
  {
    name: 'references',
    type: 'String',
    encoding: 'json_list',
    from: (span) => span.references,
    absent: { value: 'zero' },
    filter: 'references',
    rarelySet: { bit: 12 },
  },
  {
    name: 'links',
    type: 'String',
    encoding: 'json_list',
    from: (span) => span.links,
    absent: { value: 'zero' },
    filter: 'links',
    rarelySet: { bit: 13 },
  },
  {
    name: 'hashes',
    type: 'String',
    encoding: 'json_list',
    from: (span) => span.hashes,
    absent: { value: 'zero' },
    filter: 'hashes',
    rarelySet: { bit: 14 },
  },
  {
    name: 'events',
    type: 'String',
    encoding: 'events',
    from: (span) => span.events,
    absent: { value: 'zero' },
    filter: 'events',
    rarelySet: { bit: 15 },
  },
  {
    name: 'pricing',
    type: 'String',
    encoding: 'json',
    from: (span) => span.pricing,
    absent: { value: 'zero' },
    rarelySet: { bit: 16 },
  },
] as const satisfies readonly SpanColumn[];
