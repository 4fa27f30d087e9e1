import type { BlockRange } from './block-record.js';
import type { RowRange } from './row-range.js';

/** What names a partition of one particular log; a re-created log has another `logId`. */
export interface LogIdentity {
  readonly logId: string;
  readonly topic: string;
  readonly generation: number;
}

/** The same for every attempt at the same bytes, another one for any other bytes. */
export function deduplicationToken(log: LogIdentity, block: BlockRange): string {
  return `${log.logId}:${log.topic}:${block.partition}:${block.first}-${block.last}:${block.digest}`;
}

/** A part of a bisected block: its rows `from` up to, not including, `to`, counted over the block. */
export function partToken(blockToken: string, part: RowRange): string {
  return `${blockToken}:${part.from}-${part.to}`;
}

const OFFSET_BITS = 48n;

/** A place of the log as the store knows it: generation in the upper 16 bits, offset below. */
export function storedLogOffset(log: LogIdentity, offset: number): bigint {
  return (BigInt(log.generation) << OFFSET_BITS) | BigInt(offset);
}
