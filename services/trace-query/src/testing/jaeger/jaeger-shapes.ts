import { z } from 'zod';

/** The answers of Jaeger's API, decoded as strictly as the strictest client does: an unknown member fails. */

const hex16 = z.string().regex(/^[\da-f]{16}$/);
const hex32 = z.string().regex(/^[\da-f]{32}$/);
const traceId = z.union([hex16, hex32]);
const digits = z.string().regex(/^-?\d+$/);
const whole = z.number().int();

const tag = z.discriminatedUnion('type', [
  z.strictObject({ key: z.string(), type: z.literal('string'), value: z.string() }),
  z.strictObject({ key: z.string(), type: z.literal('bool'), value: z.boolean() }),
  z.strictObject({ key: z.string(), type: z.literal('int64'), value: z.union([whole, digits]) }),
  z.strictObject({ key: z.string(), type: z.literal('float64'), value: z.number() }),
]);
const reference = z.strictObject({
  refType: z.enum(['CHILD_OF', 'FOLLOWS_FROM']),
  traceID: traceId,
  spanID: hex16,
});
const span = z.strictObject({
  traceID: traceId,
  spanID: hex16,
  flags: whole.positive().optional(),
  operationName: z.string(),
  references: z.array(reference),
  startTime: whole,
  duration: whole.min(0),
  tags: z.array(tag),
  logs: z.array(z.strictObject({ timestamp: whole, fields: z.array(tag).min(1) })),
  processID: z.string().regex(/^p[1-9]\d*$/),
  warnings: z.array(z.string()).min(1).nullable(),
});
const trace = z.strictObject({
  traceID: traceId,
  spans: z.array(span).min(1),
  processes: z.record(z.string(), z.strictObject({ serviceName: z.string(), tags: z.array(tag) })),
  warnings: z.null(),
});

function wrapped<Data extends z.ZodType>(data: Data) {
  const error = z.strictObject({ msg: z.literal('trace not found'), traceID: traceId });
  return z.strictObject({
    data,
    total: whole.min(0),
    limit: z.literal(0),
    offset: z.literal(0),
    errors: z.array(error).min(1).nullable(),
  });
}

const operation = z.strictObject({ name: z.string(), spanKind: z.string() });

/** Version 1. */
export const v1 = {
  names: wrapped(z.array(z.string())),
  operations: wrapped(z.array(operation)),
  traces: wrapped(z.array(trace)),
  dependencies: wrapped(
    z.array(z.strictObject({ parent: z.string(), child: z.string(), callCount: whole.positive() })),
  ),
  minStep: wrapped(whole.positive()),
  metrics: z.strictObject({
    name: z.string(),
    type: z.literal('GAUGE'),
    help: z.string(),
    metrics: z.array(
      z.strictObject({
        labels: z.array(z.strictObject({ name: z.string(), value: z.string() })).min(1),
        metricPoints: z.array(
          z.strictObject({
            gaugeValue: z.strictObject({ doubleValue: z.number() }),
            timestamp: z.iso.datetime(),
          }),
        ),
      }),
    ),
  }),
  failure: z.strictObject({
    data: z.null(),
    total: z.literal(0),
    limit: z.literal(0),
    offset: z.literal(0),
    errors: z.tuple([z.strictObject({ code: whole, msg: z.string().min(1) })]),
  }),
};

const anyValue: z.ZodType = z.lazy(() =>
  z.union([
    z.strictObject({ stringValue: z.string() }),
    z.strictObject({ boolValue: z.boolean() }),
    z.strictObject({ intValue: digits }),
    z.strictObject({ doubleValue: z.number() }),
    z.strictObject({ arrayValue: z.strictObject({ values: z.array(anyValue) }) }),
    z.strictObject({}),
  ]),
);
const attributes = z.array(z.strictObject({ key: z.string(), value: anyValue }));
const attributed = { attributes, droppedAttributesCount: whole.positive().optional() };
const otlpSpan = z.strictObject({
  ...attributed,
  traceId: hex32,
  spanId: hex16,
  traceState: z.string().min(1).optional(),
  parentSpanId: hex16.optional(),
  name: z.string(),
  kind: whole.min(0).max(5),
  startTimeUnixNano: digits,
  endTimeUnixNano: digits,
  events: z.array(z.strictObject({ ...attributed, timeUnixNano: digits, name: z.string() })),
  droppedEventsCount: whole.positive().optional(),
  links: z.array(
    z.strictObject({
      ...attributed,
      traceId: hex32,
      spanId: hex16,
      traceState: z.string().min(1).optional(),
      flags: whole.positive().optional(),
    }),
  ),
  droppedLinksCount: whole.positive().optional(),
  status: z.strictObject({ message: z.string().optional(), code: whole.min(1).max(2).optional() }),
  flags: whole.positive().optional(),
});
const counts = { spanCount: whole.positive(), errorSpanCount: whole.min(0) };

/** Version 3. */
export const v3 = {
  services: z.strictObject({ services: z.array(z.string()) }),
  operations: z.strictObject({ operations: z.array(operation) }),
  traces: z.strictObject({
    result: z.strictObject({
      resourceSpans: z
        .array(
          z.strictObject({
            resource: z.strictObject(attributed),
            scopeSpans: z
              .array(
                z.strictObject({
                  scope: z.strictObject({
                    ...attributed,
                    name: z.string().optional(),
                    version: z.string().optional(),
                  }),
                  spans: z.array(otlpSpan).min(1),
                }),
              )
              .min(1),
          }),
        )
        .min(1),
    }),
  }),
  summaries: z.strictObject({
    summaries: z.array(
      z.strictObject({
        ...counts,
        traceId: hex32,
        rootServiceName: z.string().optional(),
        rootOperationName: z.string().optional(),
        minStartTimeUnixNano: digits,
        maxEndTimeUnixNano: digits,
        orphanSpanCount: whole.min(0),
        services: z.array(z.strictObject({ ...counts, name: z.string() })).min(1),
      }),
    ),
  }),
  failure: z.strictObject({
    error: z.strictObject({ httpCode: whole, message: z.string().min(1) }),
  }),
};
