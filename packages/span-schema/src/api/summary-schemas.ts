import { z } from 'zod';
import { type Answered, namedObject } from './named-schemas.js';
import { sumsSchema } from './outline-schemas.js';
import { page } from './query-schemas.js';
import {
  dataPreviewSchema,
  shownTimeSchema,
  spanIdSchema,
  spanTypeSchema,
  statusCodeSchema,
  traceIdSchema,
} from './value-schemas.js';

const root = namedObject('SummaryRoot', {
  span_id: spanIdSchema,
  span_name: z.string(),
  span_type: spanTypeSchema,
  service_name: z.string().optional(),
  status_code: statusCodeSchema,
});

const service = namedObject(
  'ServiceCount',
  { service_name: z.string(), spans: z.int() },
  'The number of spans of the trace that a service has.',
);

/** The summary of a trace; see docs/api/spans-and-traces.md. */
export const summarySchema = namedObject('TraceSummary', {
  trace_id: traceIdSchema,
  root: root.optional(),
  start_time: shownTimeSchema,
  end_time: shownTimeSchema,
  duration_ns: z.string(),
  spans: z.int(),
  roots: z.int(),
  failed: z.int(),
  errors: z.number(),
  tokens: sumsSchema,
  costs: sumsSchema,
  models: z.array(z.string()),
  services: z.array(service),
  session_id: z.string().optional(),
  user_id: z.string().optional(),
  matched: z.int(),
  annotations: z.int().optional(),
  input: dataPreviewSchema.optional(),
  output: dataPreviewSchema.optional(),
});

/** The answer to `POST /traces/summaries/query`. */
export const foundSummariesAnswerSchema = page(
  'FoundSummariesAnswer',
  {
    summaries: z.array(summarySchema).optional(),
  },
  'The list is absent if a saved query that the request refers to is not found.',
);

export type TraceSummary = Answered<typeof summarySchema>;
export type FoundSummariesAnswer = Answered<typeof foundSummariesAnswerSchema>;
