import { useQueries } from '@tanstack/react-query';
import { useRef } from 'react';
import { queryTraceSpans } from '../../api/query-spans.js';
import { readTime } from '../../parts/values/format-time.js';
import type { Outline } from '../outline/outline.js';
import { indexOfSpan, spanIdAt } from '../outline/span-ids.js';

/** Flag of a span that has events. */
const HAS_EVENTS = 1;
/** Number of spans whose events are loaded together. */
const BLOCK = 128;
const KEPT_MS = 600_000;

type EventTimes = ReadonlyMap<number, readonly number[]>;

/**
 * Returns the times of the events of spans, in ns from the start of the trace. The outline only marks spans that have
 * events, so the times are loaded for blocks of visible spans. Without `visible`, the blocks of the previous call
 * remain.
 */
export function useEventTimes(
  outline: Outline,
  visible: readonly number[] | undefined,
): EventTimes {
  const last = useRef<readonly number[]>([]);
  if (visible !== undefined) {
    last.current = blocksOf(outline, visible);
  }
  return useQueries({
    queries: last.current.map((block) => ({
      queryKey: ['events', outline.traceId, outline.etag, block],
      queryFn: ({ signal }: { signal: AbortSignal }) => loadTimes(outline, { block, signal }),
      staleTime: KEPT_MS,
      enabled: !outline.isPartial,
    })),
    combine: mergeTimes,
  });
}

function mergeTimes(results: readonly { readonly data?: EventTimes | undefined }[]): EventTimes {
  return new Map(results.flatMap(({ data }) => [...(data ?? [])]));
}

/** Returns the blocks of spans that have events. */
function blocksOf({ flags }: Outline, spans: readonly number[]): readonly number[] {
  const withEvents = spans.filter((at) => ((flags[at] ?? 0) & HAS_EVENTS) !== 0);
  return [...new Set(withEvents.map((at) => Math.floor(at / BLOCK)))];
}

interface BlockRequest {
  readonly block: number;
  readonly signal: AbortSignal;
}

async function loadTimes(outline: Outline, { block, signal }: BlockRequest): Promise<EventTimes> {
  const places = Array.from({ length: BLOCK }, (_, number) => block * BLOCK + number);
  const ids = places
    .filter((at) => ((outline.flags[at] ?? 0) & HAS_EVENTS) !== 0)
    .map((at) => spanIdAt(outline, at));
  const body = {
    filtering: {
      conditions: [
        { field: 'trace_id', operator: 'is', value: outline.traceId },
        { field: 'span_id', operator: 'in', value: ids },
      ],
    },
    projection: { members: ['events'], text_limit: 1 },
    windowing: { limit: BLOCK },
  };
  const { spans } = await queryTraceSpans(outline.traceId, body, { signal });
  return new Map(
    spans.map(({ span_id: id, events = [] }) => [
      indexOfSpan(outline, id),
      events.map(({ timestamp }) => Number(readTime(timestamp) - outline.base)),
    ]),
  );
}
