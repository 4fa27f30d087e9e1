import { z } from 'zod';
import { type Answered, addressOf, namedObject, orDefault } from './named-schemas.js';
import { type SentFiltering, searchMembers } from './query-schemas.js';
import { jsonSchema } from './value-schemas.js';

/** A filter that must not be null. `parseFiltering` checks its contents. */
const requiredFilter: z.ZodType<Readonly<Record<string, unknown>>, SentFiltering> = z
  .record(z.string(), z.unknown())
  .meta({ $ref: addressOf('Filtering') });

/** The body of `POST /spans/compare/query`; see docs/api/analytics.md. */
export const compareRequestSchema = namedObject('CompareRequest', {
  ...searchMembers,
  selection: requiredFilter.describe('The selected spans; the others are the rest.'),
  limit: orDefault(z.int().min(1).max(1000), 40),
  sample: orDefault(z.int().min(1).max(1_000_000), 200_000),
});

const share = z.number().min(0).max(1);

const value = namedObject(
  'ComparedValue',
  { value: jsonSchema, selected: share, rest: share },
  'A text or boolean, and the shares of both sides that have it.',
);

const bin = namedObject(
  'ComparedBin',
  { from: z.number(), to: z.number(), selected: share, rest: share },
  'Half-open; the last bin is closed.',
);

const attribute = namedObject('ComparedAttribute', {
  field: z.string(),
  key: z.string().optional(),
  type: z.enum(['text', 'number']),
  score: share,
  absent: z.tuple([share, share]).describe('The share of the selected spans, and of the rest.'),
  values: z.array(value).optional(),
  bins: z.array(bin).optional(),
});

/** The answer to `POST /spans/compare/query`. */
export const compareAnswerSchema = namedObject('Comparison', {
  selected: z.int(),
  rest: z.int(),
  sampled: z.boolean().describe('True if only the newest spans were read.'),
  left_out: z
    .int()
    .describe(
      'Attributes that are not compared: texts that differ on nearly every span, and values that take too much memory.',
    ),
  attributes: z.array(attribute),
});

export type Comparison = Answered<typeof compareAnswerSchema>;
