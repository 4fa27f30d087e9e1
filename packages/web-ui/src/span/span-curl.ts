import { addressOf } from '../api/call.js';
import { apiKey } from '../api/credentials.js';
import type { ShownSpan } from '../api/shown-span.js';
import { writeCurl } from '../explorer/export/curl-text.js';
import { pathOfSpan } from './load-span.js';

/** Returns the curl command that prints a span. */
export function spanCurl({ trace_id: traceId, span_id: spanId }: ShownSpan): string {
  return writeCurl({
    url: addressOf(pathOfSpan(traceId, spanId)),
    accept: 'application/json',
    needsKey: apiKey.get() !== undefined,
  });
}
