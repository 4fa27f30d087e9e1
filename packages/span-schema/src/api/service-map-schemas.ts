import { z } from 'zod';
import { type Answered, namedObject, orDefault, type Sent } from './named-schemas.js';
import { searchMembers } from './query-schemas.js';

/** The body of `POST /spans/services/query`; see docs/api/analytics.md. */
export const serviceMapRequestSchema = namedObject('ServiceMapRequest', {
  ...searchMembers,
  by: orDefault(z.enum(['service', 'step']), 'service').describe(
    'The nodes: services, or agents, tools and models.',
  ),
  max_traces: orDefault(z.int().min(1).max(100_000), 20_000),
});

const duration = namedObject(
  'ServiceMapDuration',
  { p50: z.number().nullable(), p95: z.number().nullable() },
  'In ms; null without a value.',
);

const node = namedObject('ServiceMapNode', {
  id: z.string(),
  service_name: z.string().optional(),
  span_type: z.string().optional(),
  name: z.string().optional(),
  spans: z.int(),
  entries: z.int().describe('The spans whose parent is absent or in another node.'),
  failed: z.int().describe('Of the entries.'),
  duration,
});

const edge = namedObject('ServiceMapEdge', {
  from: z.string(),
  to: z.string(),
  calls: z.int(),
  failed: z.int(),
  duration,
});

/** The answer to `POST /spans/services/query`. */
export const serviceMapAnswerSchema = namedObject('ServiceMap', {
  traces: namedObject('ServiceMapTraces', { read: z.int(), matched: z.int() }),
  nodes: z.array(node),
  edges: z.array(edge),
});

export type ServiceMapRequest = Sent<typeof serviceMapRequestSchema>;
export type ServiceMap = Answered<typeof serviceMapAnswerSchema>;
