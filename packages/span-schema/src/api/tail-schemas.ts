import { z } from 'zod';
import { type Answered, named, namedObject, orDefault, readByHand } from './named-schemas.js';
import { projectedSpanSchema } from './projected-schemas.js';
import { filteringSchema, projectionSchema } from './query-schemas.js';
import { integerFrom, shownTimeSchema } from './value-schemas.js';

/** The body of `POST /spans/tail`. */
export const tailRequestSchema = namedObject('TailRequest', {
  filtering: readByHand(filteringSchema).nullish(),
  since: z
    .string()
    .nullish()
    .describe('The token of a beat, after which the stream begins. Default: now.'),
  max_per_second: orDefault(integerFrom(1, 10_000), 500),
  projection: readByHand(projectionSchema).nullish(),
});

const spanLine = namedObject('TailSpan', { span: projectedSpanSchema });

const beat = namedObject(
  'TailBeat',
  {
    beat: z.object({
      since: z.string(),
      visible_to: shownTimeSchema,
      matched: z.int(),
      skipped: z.int(),
    }),
  },
  'The position of the stream, and the numbers of spans that matched and were skipped since it began.',
);

/** One line of a tail; see docs/api/spans-and-traces.md. */
export const tailLineSchema = named('TailLine', z.union([spanLine, beat]));

export type TailLine = Answered<typeof tailLineSchema>;
