import type { Route } from '@spanhouse/api-kit';
import type {
  DeadLetterReader,
  DeadLetterSelection,
  LetterPosition,
  ListedDeadLetter,
} from '@spanhouse/span-log/dead-letter-reader';
import { readRoute } from '../http/read-handler.js';
import { type DeadLetterServices, withAdministrators } from './dead-letter-services.js';
import { decodeLetterCursor, encodeLetterCursor, parseDeadLetters } from './parse-dead-letters.js';
import { showDeadLetter } from './show-dead-letter.js';

/** Lists the dead letters of a project, or with the admin key of all; see docs/api/dead-letters.md. */
export function getDeadLetters(services: DeadLetterServices): Route {
  const { letters: reader, signer } = services;
  return readRoute(withAdministrators(services), 'GET /project/dead-letters', {
    mirrored: false,
    kind: 'dead_letters',
    parse: parseDeadLetters,
    async answer({ isForAll, next, ...query }, { principal, signal }) {
      const projectId = isForAll ? undefined : principal.project_id;
      const scope = projectId ?? '';
      const after = next === undefined ? undefined : decodeLetterCursor(next, scope, signer);
      const page = await readPage(reader, { ...query, projectId, after }, signal);
      return {
        count: page.letters.length,
        dead_letters: page.letters.map((letter) => showDeadLetter(letter, isForAll)),
        ...(page.next && { next: encodeLetterCursor(page.next, scope, signer) }),
      };
    },
  });
}

/** Portions that one page may be read in. A project with few letters among very many gets short pages. */
const MAX_PORTIONS = 20;

/** Continues reading while the reader has examined its maximum number of letters without filling the page. */
async function readPage(
  reader: Pick<DeadLetterReader, 'list'>,
  selection: DeadLetterSelection,
  signal: AbortSignal,
) {
  const letters: ListedDeadLetter[] = [];
  let next: LetterPosition | undefined = selection.after;
  for (let portion = 0; portion < MAX_PORTIONS; portion += 1) {
    signal.throwIfAborted();
    const limit = selection.limit - letters.length;
    const page = await reader.list({ ...selection, limit, after: next }, signal);
    letters.push(...page.letters);
    next = page.next;
    if (next === undefined || letters.length === selection.limit) {
      break;
    }
  }
  return { letters, next };
}
