import { notFound, type Route } from '@spanhouse/service-runtime';
import { readReceiptStatus } from '../query/receipt-status.js';
import type { QueryServices } from './query-services.js';
import { createReadHandler } from './read-handler.js';

/** What became of a write. A receipt that is malformed, foreign or expired is none. */
export function getReceipt(services: QueryServices): Route {
  const handler = createReadHandler(services, {
    kind: 'receipt',
    need: ['view_spans', 'edit_spans'],
    parse: ({ params }) => params['receipt'] ?? '',
    async answer(token, { principal, signal }) {
      const receipt = services.readReceipt(token, principal.project_id);
      if (receipt === undefined) throw notFound();
      return [JSON.stringify(await readReceiptStatus(receipt, { ...services, signal }))];
    },
  });
  return { method: 'GET', path: '/receipts/:receipt', handler };
}
