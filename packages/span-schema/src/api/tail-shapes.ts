import { z } from 'zod';
import { projectedSpanShape } from './projected-shapes.js';
import { filteringShape, projectionShape } from './query-shapes.js';
import { shape } from './shape-registry.js';
import { timeShape } from './value-shapes.js';

/** The body of `POST /spans/tail`. */
export const tailRequestShape = shape(
  'TailRequest',
  z.object({
    filtering: filteringShape.nullish(),
    since: z
      .string()
      .nullish()
      .describe('The token of a beat, after which the stream begins. Default: now.'),
    max_per_second: z.int().min(1).max(10_000).nullish().describe('Default 500.'),
    projection: projectionShape.nullish(),
  }),
);

const spanLine = shape('TailSpan', z.object({ span: projectedSpanShape }));

const beat = shape(
  'TailBeat',
  z.object({
    beat: z.object({
      since: z.string(),
      visible_to: timeShape,
      matched: z.int(),
      skipped: z.int(),
    }),
  }),
  'Where the stream is, and how many spans matched and were skipped since it began.',
);

/** A line of a tail; see docs/api/spans-and-traces.md. */
export const tailLineShape = shape('TailLine', z.union([spanLine, beat]));
