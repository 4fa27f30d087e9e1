import { z } from 'zod';

/** The JSON answers of Tempo's API, decoded as strictly as Grafana's data source does: an unknown member fails. */

const digits = z.string().regex(/^\d+$/);
const whole = z.number().int();
const hex16 = z.string().regex(/^[\da-f]{16}$/);
const value = z.union([
  z.strictObject({ stringValue: z.string() }),
  z.strictObject({ boolValue: z.boolean() }),
  z.strictObject({ intValue: z.string().regex(/^-?\d+$/) }),
  z.strictObject({ doubleValue: z.number() }),
]);
const attributes = z.array(z.strictObject({ key: z.string(), value })).min(1);
const spanSet = z.strictObject({
  spans: z.array(
    z.strictObject({
      spanID: hex16,
      name: z.string(),
      startTimeUnixNano: digits.optional(),
      durationNanos: digits.optional(),
      attributes: attributes.optional(),
    }),
  ),
  matched: whole.positive(),
  attributes: attributes.optional(),
});
const stats = z.strictObject({
  spanCount: whole.positive(),
  errorCount: whole.positive().optional(),
});
const bytes = z.strictObject({ inspectedBytes: digits });
/** A series without labels has no name in a panel. */
const labels = attributes;
const partial = { status: z.literal('PARTIAL').optional(), message: z.string().optional() };
const samples = z.array(z.strictObject({ timestampMs: digits, value: z.number() })).min(1);
/** Grafana leaves out exemplars whose value is 0. */
const exemplar = z.strictObject({
  labels,
  value: z.number().refine((number) => number !== 0),
  timestampMs: digits,
});
const range = z.strictObject({ labels, samples, exemplars: z.array(exemplar).min(1).optional() });
const instant = z.strictObject({ labels, value: z.number() });

export const tempo = {
  search: z.strictObject({
    traces: z.array(
      z.strictObject({
        traceID: z.string().regex(/^[\da-f]{32}$/),
        rootServiceName: z.string().min(1).optional(),
        rootTraceName: z.string(),
        startTimeUnixNano: digits.optional(),
        durationMs: whole.positive().optional(),
        spanSet: spanSet.optional(),
        spanSets: z.array(spanSet).min(1),
        serviceStats: z.record(z.string(), stats),
      }),
    ),
    metrics: z.strictObject({
      inspectedBytes: digits,
      completedJobs: whole,
      totalJobs: whole,
    }),
  }),
  range: z.strictObject({ series: z.array(range), metrics: bytes, ...partial }),
  instant: z.strictObject({ series: z.array(instant), metrics: bytes, ...partial }),
  tags: z.strictObject({
    scopes: z.array(z.strictObject({ name: z.string(), tags: z.array(z.string()).min(1) })),
    metrics: bytes,
  }),
  tagValues: z.strictObject({
    tagValues: z.array(z.strictObject({ type: z.string(), value: z.string() })),
    metrics: bytes,
  }),
  /** Version 1 of the routes. */
  names: z.strictObject({ tagNames: z.array(z.string()), metrics: bytes }),
  values: z.strictObject({ tagValues: z.array(z.string()), metrics: bytes }),
};
