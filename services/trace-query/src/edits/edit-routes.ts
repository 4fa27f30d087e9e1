import type { Route } from '@spanhouse/api-kit';
import type { Clock, Health, TokenSigner } from '@spanhouse/service-runtime';
import type { SpanPublisher } from '@spanhouse/span-log/publisher';
import { createReceiptCodec } from '@spanhouse/span-log/receipt';
import { createReceiptClock } from '@spanhouse/span-log/receipt-clock';
import type { ListServices } from '../lists/list-services.js';
import { deleteRoutes } from './delete-routes.js';
import type { EditServices } from './edit-services.js';
import { getSimpleTrace } from './get-simple-trace.js';
import { patchSimpleTrace } from './patch-simple-trace.js';
import { postSimpleTracesQuery } from './post-simple-traces-query.js';
import { createPublishEdit } from './publish-edit.js';

/** Services of edits. */
export interface EditDependencies {
  readonly publisher: SpanPublisher;
  readonly signer: TokenSigner;
  readonly clock: Clock;
  readonly health: Pick<Health, 'reached' | 'lost'>;
}

/** Adds the dependencies of edits to the services of lists. */
export function createEditServices(
  services: ListServices,
  { publisher, signer, clock, health }: EditDependencies,
): EditServices {
  const codec = createReceiptCodec({ signer });
  return {
    ...services,
    publisher,
    publishEdit: createPublishEdit({ publisher, codec, clock, health }),
    receiptClock: createReceiptClock(clock),
  };
}

/**
 * Creates the routes that delete traces, and the routes of simple traces except their creation, which the gateway
 * serves.
 */
export function createEditRoutes(services: EditServices): readonly Route[] {
  return [
    ...deleteRoutes(services),
    getSimpleTrace(services),
    patchSimpleTrace(services),
    postSimpleTracesQuery(services),
  ];
}
