import { FakeClock } from '@spanhouse/service-runtime/testing';
import { createHttpClient } from './http-client.js';

const timeoutMs = 10_000;
type Fetch = typeof globalThis.fetch;

interface Sent {
  readonly url: string;
  readonly init: RequestInit;
}

function createClient(answer: (signal: AbortSignal) => Promise<Response>, apiKey?: string) {
  const clock = new FakeClock();
  const sent: Sent[] = [];
  const fetch: Fetch = (url, init = {}) => {
    sent.push({ url: String(url), init });
    return answer(init.signal ?? new AbortController().signal);
  };
  const baseUrl = 'http://spans.example/base/';
  const client = createHttpClient({ baseUrl, apiKey, timeoutMs, clock, fetch });
  const { signal } = new AbortController();
  return { client, clock, sent, signal };
}

function never(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}

/**
 * Creates a body whose parts arrive one after another. After the last part, the body ends or stalls. It fails when
 * `signal` aborts.
 */
function bodyOf(parts: readonly string[], signal: AbortSignal, isStalling = false) {
  const left = [...parts];
  return new ReadableStream<Uint8Array>({
    start(controller) {
      signal.addEventListener('abort', () => controller.error(signal.reason));
    },
    pull(controller) {
      const part = left.shift();
      if (part !== undefined) {
        controller.enqueue(Buffer.from(part));
      } else if (isStalling) {
        return new Promise<void>(() => undefined);
      } else {
        controller.close();
      }
      return undefined;
    },
  });
}

describe('createHttpClient', () => {
  it('sends the key and the body, and resolves with any status and the receipt', async () => {
    const headers = { 'x-ingest-receipt': 'r' };
    const answer = () => Promise.resolve(new Response('busy', { status: 503, headers }));
    const { client, sent, signal } = createClient(answer, 'a.key');

    const received = await client.send({ path: '/v1/traces', body: '{}' }, signal);

    expect(received).toEqual({ status: 503, receipt: 'r', text: 'busy' });
    expect(sent).toMatchObject([
      {
        url: 'http://spans.example/base/v1/traces',
        init: {
          method: 'POST',
          body: '{}',
          headers: { 'content-type': 'application/json', authorization: 'ApiKey a.key' },
        },
      },
    ]);
  });

  it('gives up on an answer that does not begin before the deadline', async () => {
    const { client, clock, signal } = createClient(never);

    const asked = client.send({ path: '/traces/a' }, signal);
    const outcome = expect(asked).rejects.toMatchObject({ reason: 'timed_out' });
    await clock.advance(timeoutMs);

    await outcome;
    expect(clock.pendingTimers).toBe(0);
  });

  it('gives up on an answer that does not end before the deadline', async () => {
    const { client, clock, signal } = createClient((ending) =>
      Promise.resolve(new Response(bodyOf(['{"count":'], ending, true))),
    );

    const asked = client.send({ path: '/traces/a' }, signal);
    const outcome = expect(asked).rejects.toMatchObject({ reason: 'timed_out' });
    await clock.advance(timeoutMs);

    await outcome;
  });

  it('does not read an answer of more than a mebibyte to its end', async () => {
    const part = 'x'.repeat(400_000);
    let ending: AbortSignal | undefined;
    const { client, signal } = createClient((given) => {
      ending = given;
      return Promise.resolve(new Response(bodyOf([part, part, part], given, true)));
    });

    const asked = client.send({ path: '/traces/a' }, signal);

    await expect(asked).rejects.toMatchObject({ reason: 'unreadable' });
    expect(ending?.aborted).toBe(true);
  });

  it('reports the cause of a failed connection', async () => {
    const failure = new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });
    const { client, signal } = createClient(() => Promise.reject(failure));

    await expect(client.send({ path: '/' }, signal)).rejects.toMatchObject({
      reason: 'unreachable',
      message: 'fetch failed: connect ECONNREFUSED',
    });
  });

  it('rejects with the reason of the signal when the prober stops', async () => {
    const { client, clock } = createClient(never);
    const stopping = new AbortController();

    const asked = client.send({ path: '/' }, stopping.signal);
    stopping.abort(new Error('stopping'));

    await expect(asked).rejects.toThrow('stopping');
    expect(clock.pendingTimers).toBe(0);
  });

  it('passes lines that span several parts of a stream, and closes the stream after the last wanted line', async () => {
    let ending: AbortSignal | undefined;
    const { client, signal } = createClient((given) => {
      ending = given;
      return Promise.resolve(new Response(bodyOf(['a\nb', 'c\nd\n', 'e\n'], given, true)));
    });
    const lines: string[] = [];

    await client.follow(
      { path: '/spans/tail', body: '{}' },
      (line) => lines.push(line) === 2,
      signal,
    );

    expect(lines).toEqual(['a', 'bc']);
    expect(ending?.aborted).toBe(true);
  });

  it('treats a refused stream as a failure, and passes none of its lines', async () => {
    const answer = () => Promise.resolve(new Response('line\n{"detail":"no"}', { status: 429 }));
    const { client, signal } = createClient(answer);
    const lines: string[] = [];

    const followed = client.follow({ path: '/' }, (line) => lines.push(line) < 0, signal);

    await expect(followed).rejects.toMatchObject({ reason: 'refused', message: /answered 429/ });
    expect(lines).toEqual([]);
  });
});
