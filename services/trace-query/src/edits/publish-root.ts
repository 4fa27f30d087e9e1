import type { Principal } from '@spanhouse/catalog';
import { partitionOfTrace } from '@spanhouse/span-log/publisher';
import {
  decodeSpanRows,
  ROW_SCHEMA_VERSION,
  type RowContext,
  SpanRowEncoder,
  type StoredSpan,
} from '@spanhouse/span-row';
import type { JsonObject, SimpleTraceEdit } from '@spanhouse/span-schema';
import { editRoot } from './edit-root.js';
import type { EditServices } from './edit-services.js';
import { viewSimpleTrace } from './view-simple-trace.js';

/** An edit of a stored root span, by one caller. */
export interface RootEdit {
  readonly root: StoredSpan;
  readonly edit: SimpleTraceEdit;
  readonly principal: Principal;
  readonly requestId: string;
}

/** The result of `publishRoot`. */
export type PublishedRoot =
  | { readonly status: 'published'; readonly receipt: string; readonly view: JsonObject }
  | { readonly status: 'refused'; readonly reason: string };

/** Publishes the edited span as a new version of the stored one. Rejects as `publishEdit` does. */
export async function publishRoot(
  { root, edit, principal, requestId }: RootEdit,
  { publisher, publishEdit, receiptClock, settings }: EditServices,
): Promise<PublishedRoot> {
  const edited = editRoot(root, edit);
  if (edited.status === 'refused') {
    return edited;
  }
  const context = contextOf(root, principal, receiptClock.next());
  const encoder = new SpanRowEncoder();
  const limitBytes = Math.min(settings.spanLimitBytes, publisher.maxRecordBytes);
  if (encoder.encode(edited.span, context, limitBytes) === undefined) {
    return { status: 'refused', reason: `A span has at most ${limitBytes} bytes.` };
  }
  const rows = encoder.take();
  const { project_id: projectId, received_at: receivedAt, retention_days } = context;
  const receipt = await publishEdit({
    projectId,
    receivedAt,
    requestId,
    rows,
    spanCount: 1,
    retentionDays: retention_days,
    partition: partitionOfTrace(projectId, root.trace_id, publisher.partitionCount),
    rowSchemaVersion: ROW_SCHEMA_VERSION,
  });
  const [stored = root] = decodeSpanRows(rows, ROW_SCHEMA_VERSION);
  return { status: 'published', receipt, view: viewSimpleTrace(stored) };
}

/**
 * Returns the context of the new row. Its receive time is after the receive time of the row that it replaces, even if
 * the clocks of two hosts differ.
 */
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
