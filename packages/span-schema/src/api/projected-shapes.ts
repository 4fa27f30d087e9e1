import { z } from 'zod';
import { windowingShape } from './query-shapes.js';
import { shape } from './shape-registry.js';
import { shownSpanShape } from './span-shapes.js';
import { dataPreviewShape, spanIdShape, timeShape, traceIdShape } from './value-shapes.js';

const shortenedText = shape(
  'ShortenedText',
  z.object({ $text: z.string(), $length: z.int() }),
  'The beginning of a long text, and the length of all of it in code points.',
);

const projectedText = shape('ProjectedText', z.union([z.string(), shortenedText]));

/** A span with the parts that a projection names; see docs/api/spans-and-traces.md. */
export const projectedSpanShape = shape(
  'ProjectedSpan',
  shownSpanShape.partial().extend({
    trace_id: traceIdShape,
    span_id: spanIdShape,
    status_message: projectedText.optional(),
    previews: z
      .record(z.string(), dataPreviewShape)
      .optional()
      .describe('The beginnings of the values at the paths of `previews` in the projection.'),
  }),
  'The ids of a span and the parts that the projection names.',
);

const projectedNodeShape = shape(
  'ProjectedNode',
  projectedSpanShape.extend({
    get spans() {
      return projectedNodesShape.optional();
    },
  }),
  'A projected span with its children.',
);

const projectedNodesShape: z.ZodType = shape(
  'ProjectedNodes',
  z.record(
    z.string(),
    z.lazy(() => z.union([projectedNodeShape, z.array(projectedNodeShape)])),
  ),
  'A level of a tree: nodes by span name; spans of one name form a list.',
);

/** A trace whose spans have the parts that a projection names. */
const projectedTraceShape = shape(
  'ProjectedTrace',
  z.object({ trace_id: traceIdShape, spans: projectedNodesShape }),
);

/** The lines of a stream that tell how far the search has come. */
export const progressLineShape = shape(
  'ProgressLine',
  z.object({
    progress: shape(
      'Progress',
      z.object({
        rows: z.int(),
        bytes: z.int(),
        reached: timeShape,
        next: z.string().optional().describe('In the last line, if the limit ended the stream.'),
      }),
      'The rows and bytes read so far, and the time up to which everything was searched.',
    ),
  }),
);

/** The lines of a stream of spans that are not a whole span. */
export const otherSpanLineShape = shape(
  'OtherSpanLine',
  z.union([projectedSpanShape, progressLineShape]),
);

/** The lines of a stream of traces that are not a whole trace. */
export const otherTraceLineShape = shape(
  'OtherTraceLine',
  z.union([projectedTraceShape, progressLineShape]),
);

/** The answer of `POST /spans/query` to a projection. */
export const projectedSpansAnswerShape = shape(
  'ProjectedSpansAnswer',
  z.object({
    count: z.int(),
    spans: z.array(projectedSpanShape),
    windowing: windowingShape.optional(),
  }),
);

/** The answer of `POST /traces/query` to a projection. */
export const projectedTracesAnswerShape = shape(
  'ProjectedTracesAnswer',
  z.object({
    count: z.int(),
    traces: z.array(projectedTraceShape),
    windowing: windowingShape.optional(),
  }),
);
