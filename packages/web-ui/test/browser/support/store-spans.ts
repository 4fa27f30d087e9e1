import {
  consistentWith,
  postJson,
  send,
} from '../../../../../services/all-in-one/test/http-client.js';
import type { SentSpan } from './shop-traces.js';

const MAX_SPANS_PER_REQUEST = 500;

/** Sends spans to `POST /tracing/spans/ingest`, and waits until all of them can be read. */
export async function storeSpans(
  url: string,
  spans: readonly SentSpan[],
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  for (let first = 0; first < spans.length; first += MAX_SPANS_PER_REQUEST) {
    const part = spans.slice(first, first + MAX_SPANS_PER_REQUEST);
    const answer = await postJson(`${url}/tracing/spans/ingest`, { spans: part }, headers);
    if (answer.status !== 202 || answer.receipt === undefined || answer.body.dropped?.length > 0) {
      throw new Error(
        `the spans are not accepted: ${answer.status} ${JSON.stringify(answer.body)}`,
      );
    }
    const read = await send(`${url}/traces/${part[0]?.trace_id}`, {
      headers: { ...headers, ...consistentWith(answer.receipt) },
    });
    if (read.status !== 200) {
      throw new Error(`the spans cannot be read: ${read.status} ${JSON.stringify(read.body)}`);
    }
  }
}

/** Sends a span with an invalid time. The service drops this span. */
export async function sendInvalid(url: string, [span]: readonly SentSpan[]): Promise<void> {
  const spans = [{ ...span, start_time: 'yesterday' }];
  await postJson(`${url}/tracing/spans/ingest`, { spans });
}
