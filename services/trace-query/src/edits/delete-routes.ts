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
 * Creates the three routes that delete a trace. The routes differ only in the structure of their answers. Every answer
 * contains the receipt of the delete.
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
   * Returns the answer for the stored spans, which are sorted by (start_time, span_id); undefined if no span is stored.
   * The log may contain more spans of the trace.
   */
  show(spans: readonly SpanPosition[]): Answer | undefined;
}

/**
 * Deletes all spans that the log has accepted for a trace. The answer contains the number of stored spans, so the route
 * first waits until the store has received everything in the log. If the wait takes too long, the route counts only the
 * spans stored so far; the other spans are still deleted.
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
 * Resolves when the store has received everything that the trace's log partition contains now, or after the time limit.
 * An unavailable log is treated like a timeout.
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
