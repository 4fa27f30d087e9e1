import type { ReceiptClock } from '@spanhouse/service-runtime';
import type { SpanPublisher } from '@spanhouse/span-log/publisher';
import { type DeletedSpans, deleteTrace } from '../query/delete-trace.js';
import type { PublishEdit } from '../query/publish-edit.js';
import type { QueryServices } from './query-services.js';
import type { ReadContext } from './read-handler.js';

/** What the routes need that read before they write. */
export interface EditServices extends QueryServices {
  readonly publisher: Pick<SpanPublisher, 'partitionCount' | 'maxRecordBytes'>;
  readonly publishEdit: PublishEdit;
  readonly receiptClock: ReceiptClock;
}

/** Deletes a trace and puts the receipt into the answer. */
export async function deleteRequested(
  traceId: string,
  { principal, requestId, reader, signal, setReceipt }: ReadContext,
  { publisher, publishEdit, receiptClock }: EditServices,
): Promise<DeletedSpans['spans']> {
  const { project_id: projectId } = principal;
  const { receipt, spans } = await deleteTrace(
    { traceId, projectId, requestId, receivedAt: receiptClock.next() },
    { reader, publisher, publishEdit, signal },
  );
  setReceipt(receipt);
  return spans;
}
