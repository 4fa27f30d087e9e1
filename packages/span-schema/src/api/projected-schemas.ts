import { z } from 'zod';
import { named, namedObject } from './named-schemas.js';
import { page } from './query-schemas.js';
import { shownSpanSchema } from './span-schemas.js';
import {
  dataPreviewSchema,
  shownTimeSchema,
  spanIdSchema,
  traceIdSchema,
} from './value-schemas.js';

const shortenedText = namedObject(
  'ShortenedText',
  { $text: z.string(), $length: z.int() },
  'The beginning of a long text, and the length of all of it in code points.',
);

const projectedText = named('ProjectedText', z.union([z.string(), shortenedText]));

/** A span with only the parts that a projection selects; see docs/api/spans-and-traces.md. */
export const projectedSpanSchema = named(
  'ProjectedSpan',
  shownSpanSchema.partial().extend({
    trace_id: traceIdSchema,
    span_id: spanIdSchema,
    status_message: projectedText.optional(),
    previews: z
      .record(z.string(), dataPreviewSchema)
      .optional()
      .describe('The beginnings of the values at the paths of `previews` in the projection.'),
  }),
  'The ids of a span and the parts that the projection names.',
);

const projectedNodeSchema = named(
  'ProjectedNode',
  projectedSpanSchema.extend({
    get spans() {
      return projectedNodesSchema.optional();
    },
  }),
  'A projected span with its children.',
);

const projectedNodesSchema: z.ZodType = named(
  'ProjectedNodes',
  z.record(
    z.string(),
    z.lazy(() => z.union([projectedNodeSchema, z.array(projectedNodeSchema)])),
  ),
  'A level of a tree: nodes by span name; spans of one name form a list.',
);

/** A trace whose spans have only the parts that a projection selects. */
const projectedTraceSchema = namedObject('ProjectedTrace', {
  trace_id: traceIdSchema,
  spans: projectedNodesSchema,
});

/** A progress line in a stream. */
export const progressLineSchema = namedObject('ProgressLine', {
  progress: namedObject(
    'Progress',
    {
      rows: z.int(),
      bytes: z.int(),
      reached: shownTimeSchema,
      next: z.string().optional().describe('In the last line, if the limit ended the stream.'),
    },
    'The rows and bytes read so far, and the time up to which everything was searched.',
  ),
});

/** The lines of a stream of spans, except lines that contain a whole span. */
export const otherSpanLineSchema = named(
  'OtherSpanLine',
  z.union([projectedSpanSchema, progressLineSchema]),
);

/** The lines of a stream of traces, except lines that contain a whole trace. */
export const otherTraceLineSchema = named(
  'OtherTraceLine',
  z.union([projectedTraceSchema, progressLineSchema]),
);

/** The answer to `POST /spans/query` with a projection. */
export const projectedSpansAnswerSchema = page('ProjectedSpansAnswer', {
  spans: z.array(projectedSpanSchema),
});

/** The answer to `POST /traces/query` with a projection. */
export const projectedTracesAnswerSchema = page('ProjectedTracesAnswer', {
  traces: z.array(projectedTraceSchema),
});
