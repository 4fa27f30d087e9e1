import { notFound, type Route, unprocessable } from '@spanhouse/api-kit';
import { letterRetryQuerySchema, letterRetrySchema } from '@spanhouse/span-schema/api';
import { readRoute } from '../http/read-handler.js';
import { parseBody, parseOr422 } from '../requests/parse-or-422.js';
import { queryText } from '../requests/query-text.js';
import { type DeadLetterServices, withAdministrators } from './dead-letter-services.js';
import { findLetter } from './find-letter.js';
import { unknownLetter } from './get-dead-letter.js';
import { retryLetter } from './retry-letter.js';

/**
 * Sends the spans of a dead letter again, as they are or changed; see docs/api/dead-letters.md. An administrator sends
 * letters without a project.
 */
export function postDeadLetterRetry(services: DeadLetterServices): Route {
  return readRoute(withAdministrators(services), 'POST /project/dead-letters/:letter_id/retry', {
    mirrored: false,
    kind: 'edit',
    need: 'edit_spans',
    status: 202,
    async parse(req) {
      parseOr422(letterRetryQuerySchema, { all: queryText(req, 'all') }, ['query']);
      const body = await parseBody(req, letterRetrySchema, services.settings.bodyLimitBytes);
      const change = { drop: body.drop ?? [], clamp: body.clamp ?? [] };
      return { id: req.params['letter_id'] ?? '', change };
    },
    async answer({ id, change }, { principal, requestId, signal, setReceipt }) {
      const wanted = { id, projectId: principal.project_id };
      const letter = await findLetter(services.letters, wanted, signal);
      if (letter === undefined) {
        throw notFound(unknownLetter);
      }
      const outcome = await retryLetter({ letter, change, principal, requestId }, services);
      if (outcome.status === 'refused') {
        throw unprocessable(outcome.issues);
      }
      setReceipt(outcome.receipt);
      return { count: 1, rows: outcome.rows };
    },
  });
}
