import { jsonObjectSchema, named, timeRangeKeys } from '@spanhouse/span-schema/api';
import { z } from 'zod';
import { answer, withCommon } from './operation.js';

const health = named(
  'Health',
  z.object({
    status: z.literal('ok'),
    version: z.string(),
    price_table: z
      .object({ name: z.string(), version: z.string() })
      .optional()
      .describe('The prices, in US dollars, of new spans. Only gateways show it.'),
  }),
);
const liveness = named('Liveness', z.object({ status: z.literal('ok') }));
const readiness = named('Readiness', z.record(z.string(), z.unknown()));

const project = named(
  'ProjectAnswer',
  z.object({
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
      .describe('Where to send spans; an address that is not known or not open is absent.'),
    limits: z.object({
      page: z.int(),
      max_page: z.int(),
      look_back_days: z.int().nullable().describe('Null: lists look back without limit.'),
      deadline_ms: z.int(),
    }),
    first_received_at: z.iso
      .datetime()
      .optional()
      .describe('Absent while the project has no span, and while the store cannot say.'),
  }),
);

const usage = named(
  'ProjectUsage',
  z.object({
    days: z.array(z.object({ day: z.iso.date(), spans: z.int().nonnegative() })),
  }),
);

/** The operations about the process itself, which need no key, and about the holder of a key. */
export const serviceOperations = withCommon(
  { tag: 'Service', access: 'anyone' },
  {
    'GET /health': {
      summary: 'Check that the process answers',
      answers: answer(200, 'The process answers.', health),
    },
    'GET /project': {
      access: 'key',
      summary: 'Get the project of the key, and where to send spans',
      answers: answer(200, 'The project, the permissions and the limits.', project),
    },
    'GET /project/usage': {
      access: 'key',
      summary: 'Count the spans of the project by day',
      query: z.object(timeRangeKeys),
      answers: answer(200, 'The days that have spans, ascending.', usage),
    },
    'GET /livez': {
      summary: 'Check that the process answers',
      answers: answer(200, 'The process answers.', liveness),
    },
    'GET /readyz': {
      summary: 'Get whether the process accepts requests, and the state of its dependencies',
      answers: {
        200: {
          description: 'The process has reached every dependency once, and accepts requests.',
          schema: readiness,
        },
        503: {
          description: 'The process is starting, or draining before it stops.',
          schema: readiness,
        },
      },
    },
    'GET /metrics': {
      summary: 'Get metrics in the text format of Prometheus',
      answers: {
        200: { description: 'The metrics of this process.', contentTypes: ['text/plain'] },
      },
    },
    'GET /openapi.json': {
      summary: 'Get this document',
      answers: answer(200, 'An OpenAPI 3.1 document.', jsonObjectSchema),
    },
    'GET /docs': {
      summary: 'Show this document as a page',
      answers: { 200: { description: 'An HTML page.', contentTypes: ['text/html'] } },
    },
  },
);
