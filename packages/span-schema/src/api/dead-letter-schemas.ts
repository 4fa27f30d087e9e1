import { z } from 'zod';
import { timeRangeKeys } from './analytics-schemas.js';
import { type Answered, counted, named, namedObject, type Sent } from './named-schemas.js';
import { flatQueryKeysSchema } from './query-schemas.js';
import { shownSpanSchema } from './span-schemas.js';
import { integerFrom, shownTimeSchema } from './value-schemas.js';

const MAX_PATHS = 100;

/** The default and the maximum number of dead letters per page. */
export const letterLimits = { usual: 100, maximum: 1000 } as const;

const stages = ['decode', 'insert'] as const;

const flag = z.enum(['true', 'false']).optional();
const forAll = flag.describe('`true`, with the admin key: letters of every project.');

/** The query string of `GET /project/dead-letters`; see docs/api/dead-letters.md. */
export const lettersQuerySchema = z.object({
  ...timeRangeKeys,
  limit: integerFrom(1, letterLimits.maximum)
    .optional()
    .describe(`Default: ${letterLimits.usual}.`),
  next: flatQueryKeysSchema.shape.next,
  stage: z
    .enum(stages)
    .optional()
    .describe('`decode`: messages that cannot be read. `insert`: rows that the store refuses.'),
  all: forAll,
});

/** The query string of `GET /project/dead-letters/{letter_id}`. */
export const letterQuerySchema = z.object({ all: forAll });

/** The query string of `POST /project/dead-letters/{letter_id}/retry`. */
export const letterRetryQuerySchema = z.object({
  all: flag.describe('`true`, with the admin key: a letter whose project is not known.'),
});

/** The body of `POST /project/dead-letters/{letter_id}/retry`. */
export const letterRetrySchema = named(
  'DeadLetterRetry',
  z.strictObject({
    drop: z
      .array(z.string().min(1).max(512))
      .max(MAX_PATHS)
      .nullish()
      .describe('Dotted paths of the attributes to remove.'),
    clamp: z
      .array(z.enum(['start_time', 'end_time']))
      .max(MAX_PATHS)
      .nullish()
      .describe('Times to move into the range that can be stored.'),
  }),
);

const letter = namedObject('DeadLetter', {
  id: z.string(),
  recorded_at: shownTimeSchema,
  stage: z.enum(stages),
  reason: z.string().describe('The reason of the last refusal.'),
  rows: z.int(),
  log_partition: z.int(),
  log_offset: z.int(),
  first_row: z.int(),
  retried_at: shownTimeSchema.optional().describe('The time when the last retry was refused.'),
  project_id: z.string().optional().describe('Present with `all=true`, if it is known.'),
});

/** The answer with a page of dead letters. */
export const lettersAnswerSchema = counted('DeadLettersAnswer', {
  dead_letters: z.array(letter),
  next: z.string().optional(),
});

/** The answer with one dead letter. */
export const letterAnswerSchema = namedObject('DeadLetterAnswer', {
  dead_letter: letter,
  spans: z.array(shownSpanSchema).optional(),
  bytes: z.string().optional().describe('Base64.'),
});

/** The answer to a retry. */
export const retriedLetterSchema = counted('RetriedDeadLetter', { rows: z.int() });

export type DeadLetter = Answered<typeof letter>;
export type DeadLetterRetry = Sent<typeof letterRetrySchema>;
export type DeadLettersAnswer = Answered<typeof lettersAnswerSchema>;
