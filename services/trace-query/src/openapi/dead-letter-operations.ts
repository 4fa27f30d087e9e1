import * as api from '@spanhouse/span-schema/api';
import { answer, withCommon } from './operation.js';

/** Operations for dead letters; see docs/api/dead-letters.md. */
export const deadLetterOperations = withCommon(
  { tag: 'Dead letters' },
  {
    'GET /project/dead-letters': {
      summary: 'List accepted spans that are not stored, newest first',
      query: api.lettersQuerySchema,
      answers: answer(200, 'A page of dead letters.', api.lettersAnswerSchema),
    },
    'GET /project/dead-letters/{letter_id}': {
      summary: 'Get a dead letter with its spans',
      query: api.letterQuerySchema,
      answers: answer(
        200,
        'The letter with its spans, or with its bytes if they cannot be decoded.',
        api.letterAnswerSchema,
      ),
    },
    'POST /project/dead-letters/{letter_id}/retry': {
      summary: 'Send the spans of a dead letter again',
      query: api.letterRetryQuerySchema,
      body: { schema: api.letterRetrySchema, required: false },
      answers: answer(
        202,
        'The spans are accepted. Their receipt has their state.',
        api.retriedLetterSchema,
      ),
    },
  },
);
