// biome-ignore lint/suspicious/noExplicitAny: tests check the shape of these answers
export type Json = any;

export interface Answer {
  readonly status: number;
  readonly receipt: string | undefined;
  readonly headers: Headers;
  readonly body: Json;
}

export async function send(url: string, init?: RequestInit): Promise<Answer> {
  const response = await fetch(url, init);
  const text = await response.text();
  const isJson = /[/+]json/.test(response.headers.get('content-type') ?? '');
  return {
    status: response.status,
    receipt: response.headers.get('x-ingest-receipt') ?? undefined,
    headers: response.headers,
    body: isJson && text !== '' ? JSON.parse(text) : text,
  };
}

export function postJson(url: string, body: unknown, headers: Record<string, string> = {}) {
  return send(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** Returns request headers that make a read wait until the spans of the given receipts are stored. */
export function consistentWith(...receipts: (string | undefined)[]): Record<string, string> {
  return {
    'x-consistent-with': receipts.filter((receipt) => receipt !== undefined).join(','),
    'x-consistency-timeout-ms': '120000',
  };
}

/**
 * Returns receipts that together cover every partition. A read with these receipts also returns all earlier writes,
 * including writes of clients that do not expose their receipts.
 */
export async function receiptsOfEveryPartition(
  url: string,
  headers: Record<string, string> = {},
): Promise<string> {
  const now = new Date().toISOString();
  const spans = Array.from({ length: 200 }, () => ({
    trace_id: crypto.randomUUID(),
    span_id: crypto.randomUUID().replaceAll('-', '').slice(0, 16),
    start_time: now,
    end_time: now,
  }));
  const { receipt } = await postJson(`${url}/tracing/spans/ingest`, { spans }, headers);
  return receipt ?? '';
}
