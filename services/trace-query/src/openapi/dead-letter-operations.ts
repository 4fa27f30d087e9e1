import {
  letterAnswerSchema,
  letterQuerySchema,
  letterRetryQuerySchema,
  letterRetrySchema,
  lettersAnswerSchema,
  lettersQuerySchema,
  retriedLetterSchema,
} from '@spanhouse/span-schema/api';
import { answer, withCommon } from './operation.js';

/** The operations on dead letters; see docs/api/dead-letters.md. */
export const deadLetterOperations = withCommon(
  { tag: 'Dead letters' },
  {
    'GET /project/dead-letters': {
      summary: 'List accepted spans that are not stored, newest first',
      query: lettersQuerySchema,
      answers: answer(200, 'A page of dead letters.', lettersAnswerSchema),
    },
    'GET /project/dead-letters/{letter_id}': {
      summary: 'Get a dead letter with its spans',
      query: letterQuerySchema,
      answers: answer(
        200,
        'The letter with its spans, or with its bytes if they cannot be decoded.',
        letterAnswerSchema,
      ),
    },
    'POST /project/dead-letters/{letter_id}/retry': {
      summary: 'Send the spans of a dead letter again',
      query: letterRetryQuerySchema,
      body: { schema: letterRetrySchema, required: false },
      answers: answer(
        202,
        'The spans are accepted. Their receipt has their state.',
        retriedLetterSchema,
      ),
    },
  },
);
