import type { Clock } from '@spanhouse/service-runtime';
import { type JsonValue, parseJsonText } from '@spanhouse/span-schema';
import { RequestFailure } from './request-failure.js';

/**
 * Maximum size of a response, far above the few kilobytes that a probe takes. A response above this size is not read to
 * its end.
 */
const MAX_ANSWER_BYTES = 1024 * 1024;
/** Maximum number of characters of a refusal that are logged. */
const MAX_SHOWN_CHARACTERS = 300;

export interface ProbeRequest {
  readonly path: string;
  /** The body of a POST request, as JSON or protobuf. If it is absent, the request is a GET. */
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface HttpAnswer {
  readonly status: number;
  readonly receipt: string | undefined;
  readonly text: string;
}

/**
 * Sends requests to one service. Each request has bounded memory and a deadline, which covers the whole response. When
 * `signal` aborts, a request rejects with the signal's reason. All other failures are RequestFailures.
 */
export interface HttpClient {
  /** Time limit for each request. */
  readonly timeoutMs: number;
  /** Sends a request. Resolves with the response, regardless of its status. */
  send(request: ProbeRequest, signal: AbortSignal): Promise<HttpAnswer>;
  /** Passes the lines of a response to `onLine` as they arrive, until `onLine` returns true or the response ends. */
  follow(
    request: ProbeRequest,
    onLine: (line: string) => boolean,
    signal: AbortSignal,
  ): Promise<void>;
}

export interface HttpClientOptions {
  /** Address of the service. If it has a path, the path is prepended to every request's path. */
  readonly baseUrl: string;
  /** The API key; undefined in open mode. */
  readonly apiKey: string | undefined;
  readonly timeoutMs: number;
  readonly clock: Pick<Clock, 'setTimer'>;
  readonly fetch: typeof globalThis.fetch;
}

export function createHttpClient(options: HttpClientOptions): HttpClient {
  const base = options.baseUrl.replace(/\/+$/, '');
  const open = async (request: ProbeRequest, signal: AbortSignal): Promise<Response> => {
    const { path, body, headers } = request;
    const contentType = typeof body === 'string' ? 'application/json' : 'application/x-protobuf';
    return await options.fetch(`${base}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      redirect: 'error',
      signal,
      headers: {
        ...headers,
        ...(body !== undefined && { 'content-type': contentType }),
        ...(options.apiKey !== undefined && { authorization: `ApiKey ${options.apiKey}` }),
      },
      ...(body !== undefined && { body }),
    });
  };
  return {
    timeoutMs: options.timeoutMs,
    send: (request, signal) =>
      withDeadline(options, signal, async (ending) => {
        const response = await open(request, ending);
        let text = '';
        await readText(response, (part) => {
          text += part;
          return false;
        });
        const receipt = response.headers.get('x-ingest-receipt') ?? undefined;
        return { status: response.status, receipt, text };
      }),
    follow: (request, onLine, signal) =>
      withDeadline(options, signal, async (ending) => {
        const response = await open(request, ending);
        let rest = '';
        await readText(response, (part) => {
          const lines = `${rest}${part}`.split('\n');
          rest = lines.pop() ?? '';
          return response.ok && lines.some(onLine);
        });
        if (!response.ok) {
          throw refusal({ status: response.status, text: rest });
        }
      }),
  };
}

/** Sends a request and parses the response, which must have the status 200. Integers keep all their digits. */
export async function askJson(
  client: HttpClient,
  request: ProbeRequest,
  signal: AbortSignal,
): Promise<JsonValue> {
  const answer = await client.send(request, signal);
  if (answer.status !== 200) {
    throw refusal(answer);
  }
  return parseAnswer(answer.text);
}

export function parseAnswer(text: string): JsonValue {
  const parsed = parseJsonText(text);
  if (parsed.status !== 'parsed') {
    throw new RequestFailure('unreadable', `the answer is no JSON: ${shorten(text)}`);
  }
  return parsed.value;
}

export function refusal({ status, text }: Pick<HttpAnswer, 'status' | 'text'>): RequestFailure {
  return new RequestFailure('refused', `answered ${status}: ${shorten(text)}`);
}

function shorten(text: string): string {
  return text.slice(0, MAX_SHOWN_CHARACTERS);
}

interface Deadline extends Pick<HttpClientOptions, 'clock' | 'timeoutMs'> {
  readonly missing?: string;
}

/**
 * Runs `work` with a signal that aborts at the deadline or together with `signal`. Converts errors to RequestFailures.
 */
export async function withDeadline<Result>(
  { clock, timeoutMs, missing = 'whole answer' }: Deadline,
  signal: AbortSignal,
  work: (ending: AbortSignal) => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted();
  const ending = new AbortController();
  let isTimedOut = false;
  const timer = clock.setTimer(timeoutMs, () => {
    isTimedOut = true;
    ending.abort();
  });
  // AbortSignal.any is not used, because `signal` lives as long as the process and would keep a reference to each
  // result.
  const onAbort = () => ending.abort(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await work(ending.signal);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof RequestFailure) {
      throw error;
    }
    throw isTimedOut
      ? new RequestFailure('timed_out', `no ${missing} in ${timeoutMs} ms`, error)
      : new RequestFailure('unreachable', messageOf(error), error);
  } finally {
    timer.cancel();
    signal.removeEventListener('abort', onAbort);
    ending.abort(); // closes the connection if the response was not read to its end
  }
}

/** Returns the message of an error. For the error `fetch failed`, returns the reason in its cause. */
function messageOf(error: unknown): string {
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}

async function readText(response: Response, onPart: (part: string) => boolean): Promise<void> {
  const decoder = new TextDecoder();
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) {
      throw new RequestFailure('unreadable', `the answer exceeds ${MAX_ANSWER_BYTES} bytes`);
    }
    if (onPart(decoder.decode(chunk, { stream: true }))) {
      return;
    }
  }
}
