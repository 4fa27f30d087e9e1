import {
  type Clock,
  createReceiptClock,
  type Health,
  type Route,
  type TokenSigner,
} from '@spanhouse/service-runtime';
import type { SpanPublisher } from '@spanhouse/span-log/publisher';
import { createReceiptCodec } from '@spanhouse/span-log/receipt';
import { createPublishEdit } from '../query/publish-edit.js';
import { deleteSimpleTrace } from './delete-simple-trace.js';
import { deleteTrace } from './delete-trace.js';
import { deleteTracingTrace } from './delete-tracing-trace.js';
import type { EditServices } from './edit-services.js';
import { getSimpleTrace } from './get-simple-trace.js';
import { patchSimpleTrace } from './patch-simple-trace.js';
import { postSimpleTracesQuery } from './post-simple-traces-query.js';
import type { QueryServices } from './query-services.js';

export interface EditDependencies {
  readonly publisher: SpanPublisher;
  readonly signer: TokenSigner;
  readonly clock: Clock;
  readonly health: Pick<Health, 'reached' | 'lost'>;
}

/** Deletes, and simple traces but for their creation. */
export function createEditRoutes(
  services: QueryServices,
  { publisher, signer, clock, health }: EditDependencies,
): readonly Route[] {
  const codec = createReceiptCodec({ signer });
  const edits: EditServices = {
    ...services,
    publisher,
    publishEdit: createPublishEdit({ publisher, codec, clock, health }),
    receiptClock: createReceiptClock(clock),
  };
  return [
    deleteTrace(edits),
    deleteTracingTrace(edits),
    getSimpleTrace(services),
    patchSimpleTrace(edits),
    deleteSimpleTrace(edits),
    postSimpleTracesQuery(services),
  ];
}
