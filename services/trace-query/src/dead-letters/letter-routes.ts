import { notFound, type Route } from '@spanhouse/api-kit';
import type { KeptDeadLetter } from '@spanhouse/span-log/dead-letter-reader';
import {
  letterQuerySchema,
  letterRetryQuerySchema,
  letterRetrySchema,
} from '@spanhouse/span-schema/api';
import { readRoute } from '../http/read-handler.js';
import { JsonItems, JsonMembers, RawJson } from '../http/send-json.js';
import { parseBody, parseOr422 } from '../requests/parse-or-422.js';
import { queryText } from '../requests/query-text.js';
import { writeSpanJson } from '../span-json/write-span-json.js';
import { type DeadLetterServices, withAdministrators } from './dead-letter-services.js';
import { getDeadLetters, showDeadLetter } from './get-dead-letters.js';
import { readLetterSpans } from './letter-spans.js';
import { retryLetter } from './retry-letter.js';

/** Creates the dead-letter routes; see docs/api/dead-letters.md. An administrator may read and retry all letters. */
export function letterRoutes(sent: DeadLetterServices): readonly Route[] {
  const services = withAdministrators(sent);
  return [getDeadLetters(services), getDeadLetter(services), postDeadLetterRetry(services)];
}

/** Returns a dead letter with its spans, or with its bytes if they cannot be decoded. */
function getDeadLetter(services: DeadLetterServices): Route {
  return readRoute(services, 'GET /project/dead-letters/:letter_id', {
    mirrored: false,
    kind: 'dead_letters',
    parse(req) {
      const query = parseOr422(letterQuerySchema, { all: queryText(req, 'all') }, ['query']);
      return { id: req.params['letter_id'] ?? '', isForAll: query.all === 'true' };
    },
    async answer({ id, isForAll }, { principal, signal }) {
      const projectId = isForAll ? undefined : principal.project_id;
      const letter = await findLetter(services, { id, projectId }, signal);
      const read = await readLetterSpans(letter, services.publisher.maxRecordBytes);
      const dead_letter = showDeadLetter(letter, isForAll);
      if (read.status === 'unreadable') {
        return { dead_letter, bytes: Buffer.from(letter.bytes).toString('base64') };
      }
      const spans = read.spans.map((span) => new RawJson(writeSpanJson(span)));
      return new JsonMembers({ dead_letter, spans: new JsonItems(spans) });
    },
  });
}

/** Sends the spans of a dead letter again, unchanged or with the requested changes. */
function postDeadLetterRetry(services: DeadLetterServices): Route {
  return readRoute(services, 'POST /project/dead-letters/:letter_id/retry', {
    mirrored: false,
    kind: 'edit',
    need: 'edit_spans',
    status: 202,
    async parse(req, limitBytes) {
      parseOr422(letterRetryQuerySchema, { all: queryText(req, 'all') }, ['query']);
      const body = await parseBody(req, letterRetrySchema, limitBytes);
      const change = { drop: body.drop ?? [], clamp: body.clamp ?? [] };
      return { id: req.params['letter_id'] ?? '', change };
    },
    async answer({ id, change }, { principal, requestId, signal, setReceipt }) {
      const wanted = { id, projectId: principal.project_id };
      const letter = await findLetter(services, wanted, signal);
      const { receipt, rows } = await retryLetter(
        { letter, change, principal, requestId },
        services,
      );
      setReceipt(receipt);
      return { count: 1, rows };
    },
  });
}

interface WantedLetter {
  readonly id: string;
  /** The project of the letter; undefined means any project. */
  readonly projectId: string | undefined;
}

/** Finds a letter. Throws a 404 if it is unknown or belongs to another project. */
async function findLetter(
  { letters }: DeadLetterServices,
  { id, projectId }: WantedLetter,
  signal: AbortSignal,
): Promise<KeptDeadLetter> {
  const letter = await letters.find(id, signal);
  if (letter === undefined || (projectId !== undefined && letter.projectId !== projectId)) {
    throw notFound('There is no such dead letter.');
  }
  return letter;
}
