import { z } from 'zod';

/**
 * The answers of Jaeger's API. They are decoded as strictly as by the strictest client: an unknown member is an error.
 */

const hex16 = z.string().regex(/^[\da-f]{16}$/);
const traceId = z.union([hex16, z.string().regex(/^[\da-f]{32}$/)]);
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

/** Answers of version 1. */
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

/** Error answer of version 3. All other version 3 answers are messages of a Protobuf schema. */
export const v3Failure = z.strictObject({
  error: z.strictObject({ httpCode: whole, message: z.string().min(1) }),
});
