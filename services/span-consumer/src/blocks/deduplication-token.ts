import type { RowRange } from './bisect-plan.js';
import type { BlockRange } from './block-record.js';

/** The name and the id of a log. When a log is created again, it gets a new `logId`. */
export interface LogNames {
  readonly logId: string;
  readonly topic: string;
}

/**
 * Returns the token of a block. Attempts with the same bytes have the same token; attempts with different bytes have
 * different tokens. ClickHouse skips an insert whose token it remembers. See
 * docs/adr/070-record-each-block-before-it-is-inserted.md.
 */
export function deduplicationToken(log: LogNames, block: BlockRange): string {
  return `${log.logId}:${log.topic}:${block.partition}:${block.first}-${block.last}:${block.digest}`;
}

/** Returns the token of a part of a bisected block. */
export function partToken(blockToken: string, part: RowRange): string {
  return `${blockToken}:${part.from}-${part.to}`;
}
