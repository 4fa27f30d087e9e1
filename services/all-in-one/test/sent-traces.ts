import { consistentWith, type Json, postJson, send } from './http-client.js';

/** Traces that were sent in one request, and the request's receipt. */
export interface SentTraces {
  readonly traceIds: readonly string[];
  readonly receipt: string;
}

/** Sends traces of three spans each in one request. */
export async function sendTraces(url: string, count: number): Promise<SentTraces> {
  const traceIds = Array.from({ length: count }, () => crypto.randomUUID().replaceAll('-', ''));
  const now = new Date().toISOString();
  const spans = traceIds.flatMap((trace_id, number) =>
    ['1', '2', '3'].map((digit) => ({
      trace_id,
      span_id: digit.repeat(16),
      span_name: `span ${number}.${digit}`,
      start_time: now,
      end_time: now,
      attributes: { number, digit },
    })),
  );
  const { status, receipt } = await postJson(`${url}/tracing/spans/ingest`, { spans });
  if (status !== 202 || receipt === undefined) {
    throw new Error(`not accepted: ${status}`);
  }
  return { traceIds, receipt };
}

/** Waits until all traces are stored, then returns the response for each trace. */
export async function readTraces(url: string, sent: readonly SentTraces[]): Promise<Json> {
  const headers = consistentWith(...sent.map(({ receipt }) => receipt));
  const traceIds = [...new Set(sent.flatMap((one) => one.traceIds))];
  const answers = traceIds.map(async (traceId) => {
    const { status, body } = await send(`${url}/traces/${traceId}`, { headers });
    return [traceId, { status, body }];
  });
  return Object.fromEntries(await Promise.all(answers));
}
