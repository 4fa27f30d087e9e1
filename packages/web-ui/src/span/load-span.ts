import { skipToken, useQuery } from '@tanstack/react-query';
import { addressOf, call } from '../api/call.js';
import { apiKey } from '../api/credentials.js';
import { JsonIndex } from '../api/json/json-index.js';
import { parseIndexed } from '../api/json/parse-large-json.js';
import { Children } from '../api/json/read-children.js';
import { UnreadJson } from '../api/json/unread-json.js';
import { readAg } from '../api/read-ag.js';
import type { ShownSpan } from '../api/shown-span.js';
import { traceKey } from '../api/trace-key.js';
import { writeCurl } from '../explorer/export/curl-text.js';
import { readTime } from '../parts/values/format-time.js';

/** Time in ms for which a span is cached. A stored span changes only if its sender sends it again. */
const KEPT_MS = 600_000;

/** Number of levels that are always parsed: the response, the span, and its lists such as events and links. */
const SPAN_LEVELS = 3;

/** A span, together with the JSON string that the API returned for it. */
export interface LoadedSpan {
  readonly span: ShownSpan;
  readonly raw: UnreadJson;
}

/** Props that all tabs of the span detail receive. */
export interface SpanTabProps {
  readonly loaded: LoadedSpan;
}

/** Reads a span. If no id is given, nothing is read. The data is null if the span is not stored. */
export function useSpan(traceId: string, spanId: string | undefined) {
  return useQuery({
    queryKey: traceKey('span', traceId, spanId),
    queryFn:
      spanId === undefined
        ? skipToken
        : ({ signal }) =>
            call<LoadedSpan | null>(pathOfSpan(traceId, spanId), {
              signal,
              fromFile: { traceId, spanId },
              read: (text) => readSpan(text, signal),
            }),
    staleTime: KEPT_MS,
    gcTime: KEPT_MS,
    structuralSharing: false,
  });
}

function pathOfSpan(traceId: string, spanId: string): `/${string}` {
  return `/spans/${traceId}/${spanId}`;
}

/** Parses the API response for a span. Returns null if the span is not stored. */
export async function readSpan(text: string, signal: AbortSignal): Promise<LoadedSpan | null> {
  const index = await JsonIndex.read(text, signal);
  const { span } = parseIndexed(index, SPAN_LEVELS) as { readonly span?: ShownSpan };
  const children = new Children(index, 0);
  const members = Array.from({ length: children.size }, (_, at) => children.at(at));
  const sent = members.find(({ name }) => name === 'span');
  return span === undefined || sent === undefined
    ? null
    : { span: readAg(span), raw: new UnreadJson(index, sent.container) };
}

/** Returns a `curl` command that prints the span. */
export function spanCurl({ trace_id: traceId, span_id: spanId }: ShownSpan): string {
  return writeCurl({
    url: addressOf(pathOfSpan(traceId, spanId)),
    accept: 'application/json',
    needsKey: apiKey.get() !== undefined,
  });
}

/** Returns the duration of a span in ns. */
export function spanDuration({
  start_time: start,
  end_time: end,
}: Pick<ShownSpan, 'start_time' | 'end_time'>): bigint {
  return readTime(end) - readTime(start);
}
