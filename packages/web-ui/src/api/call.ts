import { writeJson } from '../parts/values/write-json.js';
import { ApiProblem, readProblem } from './api-problem.js';
import { apiKey } from './credentials.js';
import { parseExactJson } from './json/parse-exact-json.js';
import { type FileRead, fileOfAddress } from './opened-files.js';
import { lastCost, readCost, visibleTo } from './query-cost.js';
import type { Json } from './shown-span.js';

/**
 * Maximum number of concurrent calls. Browsers open at most six connections to a server, and two of them are reserved
 * for a stream and a write.
 */
const MAX_CALLS = 4;

export interface CallOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Parses the body of the response. The default is `parseExactJson`. */
  readonly read?: (text: string) => unknown;
  /**
   * The equivalent read from an opened file. It replaces the request if the address names a file that contains the
   * trace.
   */
  readonly fromFile?: FileRead;
}

let running = 0;
const waiting: (() => void)[] = [];

/** Returns the URL of an API route, relative to the base URL of the interface. */
export function addressOf(path: `/${string}`): string {
  return new URL(`../api${path}`, document.baseURI).href;
}

/** Sends a request with this tab's API key. Rejects with an ApiProblem if the request fails. */
export async function send(path: `/${string}`, options: CallOptions = {}): Promise<Response> {
  const { body, method = body === undefined ? 'GET' : 'POST', headers, signal } = options;
  const fromFile = options.fromFile && (await fileOfAddress()?.answer(options.fromFile));
  if (fromFile !== undefined) {
    return new Response(fromFile);
  }
  const key = apiKey.get();
  const response = await fetch(addressOf(path), {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { authorization: `ApiKey ${key}` }),
      ...headers,
    },
    ...(body !== undefined && { body: writeJson(body as Json) }),
    ...(signal !== undefined && { signal }),
  }).catch((cause: unknown) => {
    signal?.throwIfAborted();
    throw new ApiProblem('The service does not answer.', { status: 0, cause });
  });
  if (!response.ok) {
    throw await readProblem(response, signal);
  }
  const cost = readCost(response.headers);
  if (cost !== undefined) {
    lastCost.set(cost);
  }
  const visible = response.headers.get('x-visible-to');
  if (visible !== null) {
    visibleTo.set(visible);
  }
  return response;
}

/**
 * Sends a request and parses the response. The caller specifies the type of the answer, such as a type from
 * `@spanhouse/span-schema/api`.
 */
export async function call<Answer>(path: `/${string}`, options: CallOptions = {}): Promise<Answer> {
  const { signal, read = parseExactJson } = options;
  await enter(signal);
  try {
    const response = await send(path, options);
    return (await read(await response.text())) as Answer;
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

async function enter(signal: AbortSignal | undefined): Promise<void> {
  while (running >= MAX_CALLS) {
    await new Promise<void>((resolve) => waiting.push(resolve));
    if (signal?.aborted) {
      waiting.shift()?.();
      signal.throwIfAborted();
    }
  }
  running += 1;
}
