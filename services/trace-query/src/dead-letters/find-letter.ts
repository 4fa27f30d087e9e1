import type { DeadLetterReader, KeptDeadLetter } from '@spanhouse/span-log/dead-letter-reader';

interface WantedLetter {
  readonly id: string;
  /** Undefined: the letter of any project. */
  readonly projectId: string | undefined;
}

/** Finds a letter; a letter of another project is unknown. */
export async function findLetter(
  reader: Pick<DeadLetterReader, 'find'>,
  { id, projectId }: WantedLetter,
  signal: AbortSignal,
): Promise<KeptDeadLetter | undefined> {
  const letter = await reader.find(id, signal);
  return projectId === undefined || letter?.projectId === projectId ? letter : undefined;
}
