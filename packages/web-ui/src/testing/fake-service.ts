import type { Json } from '../api/shown-span.js';
import { writeJson } from '../parts/values/write-json.js';

/** A request that a component has sent. */
export interface SentRequest {
  readonly method: string;
  /** The path below `/api`, with its query. */
  readonly path: string;
  readonly headers: Headers;
  /** The body, parsed; undefined without one. */
  readonly body: unknown;
}

/** What the service answers to a request. */
export interface FakeAnswer {
  /** Default: 200. */
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The lines of a stream, in place of a body. */
  readonly lines?: readonly unknown[];
  /** Lets the answer wait. A request that is aborted meanwhile fails. */
  readonly after?: Promise<void>;
}

/** Answers the requests of components in place of the service. */
export class FakeService {
  readonly sent: SentRequest[] = [];
  readonly #answers = new Map<string, FakeAnswer>();

  /** Answers the requests of the current test; use it before a component is shown. */
  constructor(answers: Readonly<Record<string, FakeAnswer>> = {}) {
    for (const [path, answer] of Object.entries(answers)) {
      this.answer(path, answer);
    }
    globalThis.fetch = (input, init) => this.#take(new URL(String(input)), init);
  }

  /** Answers every request to a path, whatever its query, from now on. */
  answer(path: string, answer: FakeAnswer): void {
    this.#answers.set(path, answer);
  }

  sentTo(path: string): readonly SentRequest[] {
    return this.sent.filter(({ path: sentPath }) => sentPath.split('?')[0] === path);
  }

  async #take({ pathname, search }: URL, init: RequestInit = {}): Promise<Response> {
    const path = pathname.replace(/^\/api/, '');
    const { method = 'GET', body } = init;
    this.sent.push({
      method,
      path: path + search,
      headers: new Headers(init.headers),
      body: body === undefined ? undefined : JSON.parse(String(body)),
    });
    const {
      status = 200,
      body: answer,
      lines,
      headers,
      after,
    }: FakeAnswer = this.#answers.get(path) ?? {
      status: 404,
      body: { detail: `The fake service has no answer for ${path}.` },
    };
    const type = lines === undefined ? 'application/json' : 'application/x-ndjson';
    const text = (lines ?? [answer]).map((line) => writeJson(line as Json)).join('\n');
    await after;
    init.signal?.throwIfAborted();
    return new Response(text, { status, headers: { 'content-type': type, ...headers } });
  }
}
