import { notFound, type Route } from '@spanhouse/api-kit';
import type { DeadLetterCounter } from '@spanhouse/trace-store/reader';
import { type ReadServices, readRoute } from '../http/read-handler.js';
import { readReceiptStatus } from './receipt-status.js';

/** Services of the route. */
export interface ReceiptServices extends ReadServices {
  readonly deadLetters: Pick<DeadLetterCounter, 'countRows' | 'findLost'>;
}

/**
 * Answers the state of a write; see docs/api/receipts.md. A receipt that is malformed, expired or
 * of another project is unknown.
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
      return await readReceiptStatus(receipt, { ...services, signal });
    },
  });
}
