import { notFound, type Route } from '@spanhouse/api-kit';
import { letterQuerySchema } from '@spanhouse/span-schema/api';
import { readRoute } from '../http/read-handler.js';
import { JsonItems, JsonMembers, RawJson } from '../http/send-json.js';
import { parseOr422 } from '../requests/parse-or-422.js';
import { queryText } from '../requests/query-text.js';
import { writeSpanJson } from '../span-json/write-span-json.js';
import { type DeadLetterServices, withAdministrators } from './dead-letter-services.js';
import { findLetter } from './find-letter.js';
import { readLetterSpans } from './letter-spans.js';
import { showDeadLetter } from './show-dead-letter.js';

export const unknownLetter = 'There is no such dead letter.';

/** Answers a dead letter with its spans, or with its bytes if they cannot be decoded. */
export function getDeadLetter(services: DeadLetterServices): Route {
  const { letters, publisher } = services;
  return readRoute(withAdministrators(services), 'GET /project/dead-letters/:letter_id', {
    mirrored: false,
    kind: 'dead_letters',
    parse(req) {
      const query = parseOr422(letterQuerySchema, { all: queryText(req, 'all') }, ['query']);
      return { id: req.params['letter_id'] ?? '', isForAll: query.all === 'true' };
    },
    async answer({ id, isForAll }, { principal, signal }) {
      const projectId = isForAll ? undefined : principal.project_id;
      const letter = await findLetter(letters, { id, projectId }, signal);
      if (letter === undefined) {
        throw notFound(unknownLetter);
      }
      const read = await readLetterSpans(letter, publisher.maxRecordBytes);
      const dead_letter = showDeadLetter(letter, isForAll);
      if (read.status === 'unreadable') {
        return { dead_letter, bytes: Buffer.from(letter.bytes).toString('base64') };
      }
      const spans = read.spans.map((span) => new RawJson(writeSpanJson(span)));
      return new JsonMembers({ dead_letter, spans: new JsonItems(spans) });
    },
  });
}
