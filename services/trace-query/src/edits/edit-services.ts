import type { SpanPublisher } from '@spanhouse/span-log/publisher';
import type { ReceiptClock } from '@spanhouse/span-log/receipt-clock';
import type { ListServices } from '../lists/list-services.js';
import type { PublishEdit } from './publish-edit.js';

/** Services of the routes that delete or edit a trace. */
export interface EditServices extends ListServices {
  readonly publisher: Pick<SpanPublisher, 'partitionCount' | 'maxRecordBytes'>;
  readonly publishEdit: PublishEdit;
  readonly receiptClock: ReceiptClock;
}
