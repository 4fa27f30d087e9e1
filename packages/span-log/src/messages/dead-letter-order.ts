import type {
  DeadLetterSelection,
  LetterPosition,
  ListedDeadLetter,
} from '../dead-letter-reader.js';
import { parseDeadLetterId } from './dead-letter-id.js';

/** Orders letters newest first: by time, then by id. */
export function newestFirst(left: LetterPosition, right: LetterPosition): number {
  if (left.recordedAtMs !== right.recordedAtMs) {
    return right.recordedAtMs - left.recordedAtMs;
  }
  const [a, b] = [numbersOf(left), numbersOf(right)];
  const at = a.findIndex((number, index) => number !== b[index]);
  return at < 0 ? 0 : (b[at] ?? 0) - (a[at] ?? 0);
}

/** Returns whether a letter matches a selection, ignoring `limit` and `after`. */
export function isSelected(
  letter: ListedDeadLetter,
  { projectId, stage, oldestMs, newestMs }: DeadLetterSelection,
): boolean {
  return (
    (projectId === undefined || letter.projectId === projectId) &&
    (stage === undefined || letter.stage === stage) &&
    (oldestMs === undefined || letter.recordedAtMs >= oldestMs) &&
    (newestMs === undefined || letter.recordedAtMs < newestMs)
  );
}

function numbersOf({ id }: LetterPosition): readonly number[] {
  const identity = parseDeadLetterId(id);
  return identity === undefined
    ? []
    : [identity.generation, identity.origin.partition, identity.origin.offset, identity.firstRow];
}
