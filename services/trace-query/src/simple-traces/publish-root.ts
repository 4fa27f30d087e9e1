import type { Principal } from '@spanhouse/catalog';
import type { ReceiptClock } from '@spanhouse/service-runtime';
import { partitionOfTrace, type SpanPublisher } from '@spanhouse/span-log/publisher';
import {
  decodeSpanRows,
  ROW_SCHEMA_VERSION,
  type RowContext,
  SpanRowEncoder,
  type StoredSpan,
} from '@spanhouse/span-row';
import type { SimpleTraceEdit } from '@spanhouse/span-schema';
import type { PublishEdit } from '../query/publish-edit.js';
import { editRoot } from './edit-root.js';
import { viewSimpleTrace } from './view-simple-trace.js';

export interface RootEdit {
  readonly root: StoredSpan;
  readonly edit: SimpleTraceEdit;
  readonly principal: Principal;
  readonly requestId: string;
}

export interface PublishRootDependencies {
  readonly publisher: Pick<SpanPublisher, 'partitionCount' | 'maxRecordBytes'>;
  readonly publishEdit: PublishEdit;
  readonly receiptClock: ReceiptClock;
  readonly settings: { readonly spanLimitBytes: number };
}

export type PublishedRoot =
  | { readonly status: 'published'; readonly receipt: string; readonly view: string }
  | { readonly status: 'refused'; readonly reason: string };

/** Writes the edited span as a new version of the stored one. Rejects as `publishEdit` does. */
export async function publishRoot(
  { root, edit, principal, requestId }: RootEdit,
  { publisher, publishEdit, receiptClock, settings }: PublishRootDependencies,
): Promise<PublishedRoot> {
  const edited = editRoot(root, edit);
  if (edited.status === 'refused') return edited;
  const context = contextOf(root, principal, receiptClock.next());
  const encoder = new SpanRowEncoder();
  const limitBytes = Math.min(settings.spanLimitBytes, publisher.maxRecordBytes);
  if (encoder.encode(edited.span, context) > limitBytes) {
    return { status: 'refused', reason: `A span has at most ${limitBytes} bytes.` };
  }
  const rows = encoder.take();
  const { project_id: projectId, received_at: receivedAt } = context;
  const receipt = await publishEdit({
    ...{ projectId, receivedAt, requestId, rows, spanCount: 1 },
    partition: partitionOfTrace(projectId, root.trace_id, publisher.partitionCount),
    rowSchemaVersion: ROW_SCHEMA_VERSION,
  });
  const [stored = root] = decodeSpanRows(rows, ROW_SCHEMA_VERSION);
  return { status: 'published', receipt, view: viewSimpleTrace(stored) };
}

/** Later than what it replaces, whatever clock that was received by. */
function contextOf(root: StoredSpan, principal: Principal, now: bigint): RowContext {
  const isLater = now > root.received_at;
  return {
    project_id: principal.project_id,
    received_at: isLater ? now : root.received_at + 1n,
    created_by_id: root.created_by_id,
    retention_days: principal.retention_days ?? 0,
    edit: { created_at: root.created_at, updated_by_id: principal.user_id },
  };
}
