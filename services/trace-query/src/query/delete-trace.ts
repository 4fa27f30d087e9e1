import { partitionOfTrace, type SpanPublisher } from '@spanhouse/span-log/publisher';
import type { SpanPosition, TraceReader } from '@spanhouse/trace-store/reader';
import type { PublishEdit } from './publish-edit.js';

export interface DeleteTraceDependencies {
  readonly reader: Pick<TraceReader, 'findSpanKeys'>;
  readonly publisher: Pick<SpanPublisher, 'partitionCount'>;
  readonly publishEdit: PublishEdit;
  readonly signal: AbortSignal;
}

export interface TraceToDelete {
  readonly projectId: string;
  readonly traceId: string;
  readonly requestId: string;
  readonly receivedAt: bigint;
}

export interface DeletedSpans {
  readonly receipt: string;
  /** What was stored of the trace, by (start_time, span_id); more of it may have been on its way. */
  readonly spans: readonly SpanPosition[];
}

/**
 * Deletes everything of a trace that the log has accepted so far. A trace that is not known is
 * deleted as well: its spans may still be queued.
 */
export async function deleteTrace(
  { traceId, ...request }: TraceToDelete,
  { reader, publisher, publishEdit, signal }: DeleteTraceDependencies,
): Promise<DeletedSpans> {
  const { projectId } = request;
  const spans = await reader.findSpanKeys({ project_id: projectId, trace_id: traceId }, signal);
  const partition = partitionOfTrace(projectId, traceId, publisher.partitionCount);
  const receipt = await publishEdit({ ...request, partition, deletedTraceId: traceId });
  return { receipt, spans };
}
