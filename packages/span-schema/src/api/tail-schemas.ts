import { z } from 'zod';
import { named } from './named-schemas.js';
import { projectedSpanSchema } from './projected-schemas.js';
import { filteringSchema, projectionSchema } from './query-schemas.js';
import { timeSchema } from './value-schemas.js';

/** The body of `POST /spans/tail`. */
export const tailRequestSchema = named(
  'TailRequest',
  z.object({
    filtering: filteringSchema.nullish(),
    since: z
      .string()
      .nullish()
      .describe('The token of a beat, after which the stream begins. Default: now.'),
    max_per_second: z.int().min(1).max(10_000).nullish().describe('Default 500.'),
    projection: projectionSchema.nullish(),
  }),
);

const spanLine = named('TailSpan', z.object({ span: projectedSpanSchema }));

const beat = named(
  'TailBeat',
  z.object({
    beat: z.object({
      since: z.string(),
      visible_to: timeSchema,
      matched: z.int(),
      skipped: z.int(),
    }),
  }),
  'Where the stream is, and how many spans matched and were skipped since it began.',
);

/** A line of a tail; see docs/api/spans-and-traces.md. */
export const tailLineSchema = named('TailLine', z.union([spanLine, beat]));
