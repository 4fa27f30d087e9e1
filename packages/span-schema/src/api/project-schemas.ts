import { z } from 'zod';
import { errorSchema } from './error-schemas.js';
import { type Answered, named, namedObject } from './named-schemas.js';

/** The answer to `GET /project`; see docs/api/README.md. */
export const projectAnswerSchema = namedObject('ProjectAnswer', {
  project: z.object({
    id: z.string(),
    name: z.string(),
    retention_days: z.int().nullable().describe('Null: spans are kept forever.'),
  }),
  user_id: z.string(),
  permissions: z.array(z.string()),
  key: z
    .object({ prefix: z.string(), name: z.string().optional() })
    .optional()
    .describe('The key of the request; absent in mode `open`.'),
  auth_mode: z.enum(['open', 'keys']),
  version: z.string(),
  ingest: z
    .object({
      json: z.string().optional(),
      otlp_http: z.string().optional(),
      otlp_grpc: z.string().optional(),
    })
    .describe('The addresses for spans; an address that is not known or not open is absent.'),
  limits: z.object({
    page: z.int(),
    max_page: z.int(),
    look_back_days: z.int().nullable().describe('Null: lists look back without limit.'),
    deadline_ms: z.int(),
  }),
  first_received_at: z.iso
    .datetime()
    .optional()
    .describe('Absent while the project has no span or the store is unavailable.'),
});

/** The answer to `GET /project/usage`. */
export const projectUsageSchema = namedObject('ProjectUsage', {
  days: z.array(z.object({ day: z.iso.date(), spans: z.int().nonnegative() })),
});

/** The answer to `GET /health`. */
export const healthSchema = namedObject('Health', {
  status: z.literal('ok'),
  version: z.string(),
  price_table: z
    .object({ name: z.string(), version: z.string() })
    .optional()
    .describe('The prices, in US dollars, of new spans. Only gateways show it.'),
});

/** The answer to `GET /livez`. */
export const livenessSchema = namedObject('Liveness', { status: z.literal('ok') });

/** The answer to `GET /readyz`. */
export const readinessSchema = namedObject('Readiness', {
  status: z.enum(['starting', 'ready', 'draining']),
  dependencies: z
    .record(
      z.string(),
      z.object({ state: z.enum(['waiting', 'reached', 'lost']), reason: z.string().optional() }),
    )
    .describe('The state of each dependency by name.'),
  warnings: z
    .record(z.string(), z.string())
    .optional()
    .describe('Advice for operators by subject; absent if there is no advice.'),
});

/** The body of a 503 from `GET /readyz`: the state of a service, or an error while `npm start` starts its services. */
export const unreadySchema = named('Unready', z.union([readinessSchema, errorSchema]));

export type ProjectAnswer = Answered<typeof projectAnswerSchema>;
export type ProjectUsage = Answered<typeof projectUsageSchema>;
export type Readiness = Answered<typeof readinessSchema>;
