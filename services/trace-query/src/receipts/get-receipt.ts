import { notFound, type Route } from '@spanhouse/api-kit';
import { AppError } from '@spanhouse/service-runtime';
import type { LogPosition } from '@spanhouse/span-log/publisher';
import type { Receipt } from '@spanhouse/span-log/receipt';
import type { receiptStatusSchema } from '@spanhouse/span-schema/api';
import type { DeadLetterCounter } from '@spanhouse/trace-store/reader';
import type { z } from 'zod';
import { type ReadServices, readRoute } from '../http/read-handler.js';

/** The state of a write. The four numbers add up to the number of spans in the write. */
type ReceiptStatus = z.infer<typeof receiptStatusSchema>;

export interface ReceiptServices extends ReadServices {
  readonly deadLetters: Pick<DeadLetterCounter, 'countRows' | 'findLost'>;
}

/**
 * Creates the route that returns the state of a write; see docs/api/receipts.md. A receipt is unknown if it is
 * malformed or expired, or if it belongs to another project.
 */
export function getReceipt(services: ReceiptServices): Route {
  return readRoute(services, 'GET /receipts/:receipt', {
    mirrored: false,
    kind: 'receipt',
    need: ['view_spans', 'edit_spans'],
    parse: ({ params }) => params['receipt'] ?? '',
    async answer(token, { principal, signal }) {
      const receipt = services.readReceipt(token, principal.project_id);
      if (receipt === undefined) {
        throw notFound();
      }
      return await readReceiptStatus(receipt, services, signal);
    },
  });
}

/**
 * Counts the spans of a write by state. Spans are `lost` if the log has lost their messages. Other spans are stored or
 * dead-lettered if their messages are below the committed offset, and otherwise pending.
 */
async function readReceiptStatus(
  { positions }: Receipt,
  { offsets, deadLetters }: ReceiptServices,
  signal: AbortSignal,
): Promise<ReceiptStatus> {
  const committed = await offsets.read();
  const { logId } = offsets;
  const isFinished = ({ partition, offset }: LogPosition) => offset < (committed[partition] ?? 0);
  const found = await deadLetters
    .findLost({ logId, positions: positions }, signal)
    .catch((error: unknown) => {
      // If no position of the write is committed yet, all spans are pending, and the store is not needed.
      const isUnavailable = error instanceof AppError && error.retryable;
      if (isUnavailable && !positions.some(isFinished)) {
        return [];
      }
      throw error;
    });
  const lostPositions = new Set(found.map(toText));
  const kept = positions.filter((position) => !lostPositions.has(toText(position)));
  const finished = kept.filter(isFinished);
  const finishedSpans = countSpans(finished);
  const deadLettered =
    finishedSpans === 0 ? 0 : await deadLetters.countRows({ logId, positions: finished }, signal);
  const counts = {
    pending: countSpans(kept) - finishedSpans,
    stored: finishedSpans - deadLettered,
    dead_lettered: deadLettered,
    lost: countSpans(positions) - countSpans(kept),
  };
  return { status: statusOf(counts), ...counts };
}

function toText({ partition, offset }: LogPosition): string {
  return `${partition}@${offset}`;
}

function countSpans(positions: Receipt['positions']): number {
  return positions.reduce((sum, { spanCount }) => sum + spanCount, 0);
}

function statusOf(counts: Omit<ReceiptStatus, 'status'>): ReceiptStatus['status'] {
  if (counts.pending > 0) {
    return 'queued';
  }
  if (counts.lost > 0) {
    return 'lost';
  }
  return counts.dead_lettered > 0 ? 'partially_dead_lettered' : 'stored';
}
