import { integerFrom, named, shownSpanSchema, timeRangeKeys } from '@spanhouse/span-schema/api';
import { z } from 'zod';
import {
  foundLetterQuery,
  listedLettersQuery,
  retriedLetterQuery,
  retryRequest,
} from '../dead-letters/dead-letter-schemas.js';
import { answer, withCommon } from './operation.js';

const letter = named(
  'DeadLetter',
  z.object({
    id: z.string(),
    recorded_at: z.string(),
    stage: z.enum(['decode', 'insert']),
    reason: z.string().describe('Why the rows were refused the last time.'),
    rows: z.int(),
    log_partition: z.int(),
    log_offset: z.int(),
    first_row: z.int(),
    retried_at: z.string().optional().describe('When the last retry was refused.'),
    project_id: z.string().optional().describe('Present with `all=true`, if it is known.'),
  }),
);

const window = z.object({ ...timeRangeKeys, limit: integerFrom(1, 1000).optional() });

/** The operations on dead letters; see docs/api/dead-letters.md. */
export const deadLetterOperations = withCommon(
  { tag: 'Dead letters' },
  {
    'GET /project/dead-letters': {
      summary: 'List accepted spans that are not stored, newest first',
      query: window.extend({ next: z.string().optional(), ...listedLettersQuery.shape }),
      answers: answer(
        200,
        'A page of dead letters.',
        named(
          'DeadLettersAnswer',
          z.object({
            count: z.int(),
            dead_letters: z.array(letter),
            next: z.string().optional(),
          }),
        ),
      ),
    },
    'GET /project/dead-letters/{letter_id}': {
      summary: 'Get a dead letter with its spans',
      query: foundLetterQuery,
      answers: answer(
        200,
        'The letter with its spans, or with its bytes if they cannot be decoded.',
        named(
          'DeadLetterAnswer',
          z.object({
            dead_letter: letter,
            spans: z.array(shownSpanSchema).optional(),
            bytes: z.string().optional().describe('Base64.'),
          }),
        ),
      ),
    },
    'POST /project/dead-letters/{letter_id}/retry': {
      summary: 'Send the spans of a dead letter again',
      query: retriedLetterQuery,
      body: { schema: named('DeadLetterRetry', retryRequest), required: false },
      answers: answer(
        202,
        'The spans are accepted. The receipt tells whether they are stored.',
        named('RetriedDeadLetter', z.object({ count: z.int(), rows: z.int() })),
      ),
    },
  },
);
