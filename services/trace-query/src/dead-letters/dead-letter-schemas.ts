import { z } from 'zod';

const MAX_PATHS = 100;
const MAX_PATH_LENGTH = 512;

const forAll = z
  .enum(['true', 'false'])
  .optional()
  .describe('`true`, with the admin key: letters of every project.');

/** Query of GET /project/dead-letters/{letter_id}; see docs/api/dead-letters.md. */
export const foundLetterQuery = z.object({ all: forAll });

/** Query of POST /project/dead-letters/{letter_id}/retry. */
export const retriedLetterQuery = z.object({
  all: z
    .enum(['true', 'false'])
    .optional()
    .describe('`true`, with the admin key: a letter whose project is not known.'),
});

/** The own members of the query of GET /project/dead-letters. */
export const listedLettersQuery = z.object({
  stage: z
    .enum(['decode', 'insert'])
    .optional()
    .describe('`decode`: messages that cannot be read. `insert`: rows that the store refuses.'),
  all: forAll,
});

/** Body of POST /project/dead-letters/{letter_id}/retry. */
export const retryRequest = z.strictObject({
  drop: z
    .array(z.string().min(1).max(MAX_PATH_LENGTH))
    .max(MAX_PATHS)
    .nullish()
    .describe('Dotted paths of the attributes to remove.'),
  clamp: z
    .array(z.enum(['start_time', 'end_time']))
    .max(MAX_PATHS)
    .nullish()
    .describe('Times to move into the range that can be stored.'),
});
