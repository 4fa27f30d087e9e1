import type { DeadLetterReader, KeptDeadLetter } from '../dead-letter-reader.js';

const PAGE = 100;

/** Reads the dead letters of every project with their bytes, newest first. */
export async function readLetters(
  reader: Pick<DeadLetterReader, 'list' | 'find'>,
  signal = new AbortController().signal,
): Promise<readonly KeptDeadLetter[]> {
  const kept: KeptDeadLetter[] = [];
  let after: Parameters<DeadLetterReader['list']>[0]['after'];
  do {
    const page = await reader.list({ projectId: undefined, limit: PAGE, after }, signal);
    const found = await Promise.all(page.letters.map(({ id }) => reader.find(id, signal)));
    kept.push(...found.filter((letter) => letter !== undefined));
    after = page.next;
  } while (after !== undefined);
  return kept;
}
