import {
  consistentWith,
  postJson,
  send,
} from '../../../../../services/all-in-one/test/http-client.js';
import { askClickHouse } from '../../../../../services/all-in-one/test/processes/ask-clickhouse.js';
import type { RunningSpanhouse } from '../../../../../services/all-in-one/test/processes/running-spanhouse.js';

interface Letter {
  /** Name of an attribute. ClickHouse refuses spans with this attribute. */
  readonly attribute: string;
  readonly spanName?: string;
  readonly attributes?: object;
  /** Headers for the requests, needed if the service requires credentials. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Makes ClickHouse refuse spans with a given attribute, and sends such a span. Resolves with the trace id when the span
 * has become a dead letter.
 */
export async function makeLetter(spanhouse: RunningSpanhouse, letter: Letter): Promise<string> {
  const { attribute, spanName = 'ask', attributes = {}, headers = {} } = letter;
  const check = `CHECK position(attributes, '"${attribute}"') = 0`;
  const change = `ADD CONSTRAINT IF NOT EXISTS no_${attribute} ${check}`;
  await askClickHouse(spanhouse, `ALTER TABLE spanhouse.spans ${change}`);
  const sent = { spanName, attributes: { ...attributes, [attribute]: 1 } };
  const { receipt, traceId } = await sendSpan(spanhouse.url, sent, headers);
  await send(`${spanhouse.url}/receipts/${receipt}`, {
    headers: { ...headers, ...consistentWith(receipt) },
  });
  return traceId;
}

/** Sends a span that starts now. Returns its receipt and trace id. */
export async function sendSpan(
  url: string,
  { spanName, attributes }: { readonly spanName: string; readonly attributes: object },
  headers: Readonly<Record<string, string>> = {},
) {
  const span = {
    trace_id: crypto.randomUUID().replaceAll('-', ''),
    span_id: '00000000000000a1',
    span_name: spanName,
    start_time: new Date().toISOString(),
    end_time: new Date().toISOString(),
    attributes,
  };
  const { receipt } = await postJson(`${url}/tracing/spans/ingest`, { spans: [span] }, headers);
  return { receipt, traceId: span.trace_id };
}
