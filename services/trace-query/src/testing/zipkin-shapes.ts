import { z } from 'zod';

/** The answers of Zipkin's API (zipkin2-api.yaml). They are decoded strictly: an unknown member is an error. */

const whole = z.number().int();
const endpoint = z.strictObject({
  serviceName: z.string().min(1).optional(),
  ipv4: z.string().min(1).optional(),
  ipv6: z.string().min(1).optional(),
  port: whole.positive().optional(),
});
const hex16 = z.string().regex(/^[\da-f]{16}$/);
const span = z.strictObject({
  traceId: z.string().regex(/^([\da-f]{16}|[\da-f]{32})$/),
  id: hex16,
  parentId: hex16.optional(),
  kind: z.enum(['CLIENT', 'SERVER', 'PRODUCER', 'CONSUMER']).optional(),
  name: z.string().min(1).optional(),
  timestamp: whole.positive().optional(),
  duration: whole.positive().optional(),
  localEndpoint: endpoint.optional(),
  remoteEndpoint: endpoint.optional(),
  annotations: z
    .array(z.strictObject({ timestamp: whole, value: z.string() }))
    .min(1)
    .optional(),
  tags: z.record(z.string(), z.string()).optional(),
  shared: z.literal(true).optional(),
  debug: z.literal(true).optional(),
});
const trace = z.array(span).min(1);

const link = z.strictObject({
  parent: z.string().min(1),
  child: z.string().min(1),
  callCount: whole.positive(),
  errorCount: whole.positive().optional(),
});

/** Names in ascending order without duplicates. */
const names = z
  .array(z.string().min(1))
  .refine((list) => list.every((name, at) => at === 0 || String(list[at - 1]) < name));

export const zipkin = {
  names,
  trace,
  traces: z.array(trace),
  links: z.array(link),
};
