import { skipToken, useQuery } from '@tanstack/react-query';
import { call } from '../api/call.js';
import { JsonIndex } from '../api/json/json-index.js';
import { parseIndexed } from '../api/json/parse-large-json.js';
import { Children } from '../api/json/read-children.js';
import { UnreadJson } from '../api/json/unread-json.js';
import { readAg } from '../api/read-ag.js';
import type { ShownSpan } from '../api/shown-span.js';
import { traceKey } from '../api/trace-key.js';

/** A span by id never changes, unless it is sent again. */
const KEPT_MS = 600_000;

/** The answer, the span, and its lists: events, links and others. */
const SPAN_LEVELS = 3;

/** A span, and the place of the text that the API sent for it. */
export interface LoadedSpan {
  readonly span: ShownSpan;
  readonly raw: UnreadJson;
}

/** The properties of every tab of a span's detail. */
export interface SpanTabProps {
  readonly loaded: LoadedSpan;
}

/** Reads one span; without an id nothing. The data is null where it is not stored. */
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

/** Returns the path of a span in the API. */
export function pathOfSpan(traceId: string, spanId: string): `/${string}` {
  return `/spans/${traceId}/${spanId}`;
}

/** Reads the answer of the API. */
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
