import { z } from 'zod';
import { sumsShape } from './outline-shapes.js';
import { windowingShape } from './query-shapes.js';
import { shape } from './shape-registry.js';
import {
  dataPreviewShape,
  spanIdShape,
  spanTypeShape,
  statusCodeShape,
  timeShape,
  traceIdShape,
} from './value-shapes.js';

const root = shape(
  'SummaryRoot',
  z.object({
    span_id: spanIdShape,
    span_name: z.string(),
    span_type: spanTypeShape,
    service_name: z.string().optional(),
    status_code: statusCodeShape,
  }),
);

const service = shape(
  'ServiceCount',
  z.object({ service_name: z.string(), spans: z.int() }),
  'How many spans of the trace a service has.',
);

/** The summary of a trace; see docs/api/spans-and-traces.md. */
export const summaryShape = shape(
  'TraceSummary',
  z.object({
    trace_id: traceIdShape,
    root: root.optional(),
    start_time: timeShape,
    end_time: timeShape,
    duration_ns: z.string(),
    spans: z.int(),
    roots: z.int(),
    failed: z.int(),
    errors: z.number(),
    tokens: sumsShape,
    costs: sumsShape,
    models: z.array(z.string()),
    services: z.array(service),
    session_id: z.string().optional(),
    user_id: z.string().optional(),
    matched: z.int(),
    annotations: z.int().optional(),
    input: dataPreviewShape.optional(),
    output: dataPreviewShape.optional(),
  }),
);

/** The answer of `POST /traces/summaries/query`. */
export const foundSummariesAnswerShape = shape(
  'FoundSummariesAnswer',
  z.object({
    count: z.int(),
    summaries: z.array(summaryShape).optional(),
    windowing: windowingShape.optional(),
  }),
  'The list is absent if a saved query that the request refers to is not found.',
);
