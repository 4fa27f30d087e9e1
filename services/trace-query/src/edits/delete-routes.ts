import type { Route } from '@spanhouse/api-kit';
import { AppError } from '@spanhouse/service-runtime';
import type { CommittedOffsets } from '@spanhouse/span-log/offsets';
import { partitionOfTrace } from '@spanhouse/span-log/publisher';
import type { SpanPosition } from '@spanhouse/trace-store/reader';
import { readRoute } from '../http/read-handler.js';
import { type Answer, nothingFound } from '../http/send-json.js';
import { invalidTraceToDelete, parseTraceIdOr400 } from '../requests/parse-ids.js';
import type { EditServices } from './edit-services.js';

/**
 * Creates the three routes that delete a trace. They differ only in the stored spans that they show.
 * The answer carries the receipt of the deletion.
 */
export function deleteRoutes(services: EditServices): readonly Route[] {
  return [
    deleteRoute(services, {
      path: '/traces/:trace_id',
      status: 202,
      show: ([first]) => first && { count: 1, trace_id: first.trace_id },
    }),
    deleteRoute(services, {
      path: '/tracing/traces/:trace_id',
      status: 202,
      show: (spans) => ({ count: spans.length, links: spans.map(toLink) }),
    }),
    deleteRoute(services, {
      path: '/simple/traces/:trace_id',
      status: 200,
      // The first span of a simple trace is its root.
      show: ([first]) => first && { count: 1, link: toLink(first) },
    }),
  ];
}

interface DeleteRoute {
  readonly path: `/${string}`;
  readonly status: 200 | 202;
  /**
   * Shows the spans that were stored, by (start_time, span_id); undefined without such spans.
   * Further spans may have been in the log.
   */
  show(spans: readonly SpanPosition[]): Answer | undefined;
}

/**
 * Deletes every span of a trace that the log has accepted so far. The answer counts the spans that earlier writes and
 * deletes have left, so it first waits until the store has everything in the log. If that takes too long, it counts
 * what is stored; the delete reaches the rest in the log.
 */
function deleteRoute(services: EditServices, { path, status, show }: DeleteRoute): Route {
  const { publisher, publishEdit, receiptClock, offsets } = services;
  return readRoute(services, `DELETE ${path}`, {
    kind: 'edit',
    need: 'edit_spans',
    status,
    parse: ({ params }) => parseTraceIdOr400(params['trace_id'], invalidTraceToDelete),
    async answer(traceId, { principal, requestId, reader, signal, setReceipt, waitForStore }) {
      const { project_id: projectId } = principal;
      await waitForStore((timeoutMs) =>
        waitForTrace(offsets, { projectId, traceId, timeoutMs }, signal),
      );
      const receivedAt = receiptClock.next();
      const spans = await reader.findSpanKeys({ project_id: projectId, trace_id: traceId }, signal);
      const receipt = await publishEdit({
        projectId,
        requestId,
        receivedAt,
        partition: partitionOfTrace(projectId, traceId, publisher.partitionCount),
        deletedTraceId: traceId,
      });
      setReceipt(receipt);
      return show(spans) ?? nothingFound;
    },
  });
}

function toLink({ trace_id, span_id }: SpanPosition): object {
  return { trace_id, span_id };
}

interface TraceWait {
  readonly projectId: string;
  readonly traceId: string;
  readonly timeoutMs: number;
}

/**
 * Resolves when the store has everything that the log now has in the partition of a trace, or after the time limit. An
 * unavailable log counts as a log that does not answer in time.
 */
async function waitForTrace(
  offsets: Pick<CommittedOffsets, 'readEnds' | 'waitFor'>,
  { projectId, traceId, timeoutMs }: TraceWait,
  signal: AbortSignal,
): Promise<void> {
  const ends = await offsets.readEnds().catch((error: unknown) => {
    if (error instanceof AppError && error.retryable) {
      return [];
    }
    throw error;
  });
  const partition = partitionOfTrace(projectId, traceId, ends.length);
  const end = ends[partition];
  if (end !== undefined && timeoutMs > 0) {
    await offsets.waitFor(new Map([[partition, end]]), { timeoutMs, signal });
  }
}
