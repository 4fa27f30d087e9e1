import type { LogPosition } from './log-position.js';

/** Identifies a dead letter among the letters of all logs that share a store. */
export interface LetterIdentity {
  /** The generation of the log that contains the origin; 0 in letters from earlier versions. */
  readonly generation: number;
  readonly origin: LogPosition;
  readonly firstRow: number;
}

/** The format of an id: generation, partition, offset and first row, without leading zeros. */
const format = /^(0|[1-9]\d{0,4})-(0|[1-9]\d{0,4})-(0|[1-9]\d{0,14})-(0|[1-9]\d{0,9})$/;
const MAX_PARTITION = 2 ** 16 - 1;
const MAX_OFFSET = 2 ** 48 - 1;
const MAX_ROW = 2 ** 32 - 1;

/** Returns a letter's id, which combines the letter's identifying numbers. */
export function deadLetterIdOf({ generation, origin, firstRow }: LetterIdentity): string {
  return `${generation}-${origin.partition}-${origin.offset}-${firstRow}`;
}

/** Parses an id. Returns undefined for an invalid id. */
export function parseDeadLetterId(id: string): LetterIdentity | undefined {
  const numbers = format.exec(id)?.slice(1).map(Number);
  const [generation = 0, partition = 0, offset = 0, firstRow = 0] = numbers ?? [];
  const isInRange = partition <= MAX_PARTITION && offset <= MAX_OFFSET && firstRow <= MAX_ROW;
  return numbers !== undefined && isInRange
    ? { generation, origin: { partition, offset }, firstRow }
    : undefined;
}
