import type { Json } from '../api/shown-span.js';
import { writeJson } from '../parts/values/write-json.js';

/** A request that a component sent. */
export interface SentRequest {
  readonly method: string;
  /** The path below `/api`, including the query string. */
  readonly path: string;
  readonly headers: Headers;
  /** The parsed body; undefined if the request has none. */
  readonly body: unknown;
}

export interface FakeAnswer {
  /** HTTP status. The default is 200. */
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Lines of a streamed response. They replace `body`. */
  readonly lines?: readonly unknown[];
  /** Delays the response until this promise resolves. A request that is aborted during the delay fails. */
  readonly after?: Promise<void>;
}

/** Replaces the Spanhouse service in component tests, and responds to the components' requests. */
export class FakeService {
  readonly sent: SentRequest[] = [];
  readonly #answers = new Map<string, FakeAnswer>();

  /** Installs the fake service for the current test. It must be created before any component is rendered. */
  constructor(answers: Readonly<Record<string, FakeAnswer>> = {}) {
    for (const [path, answer] of Object.entries(answers)) {
      this.answer(path, answer);
    }
    globalThis.fetch = (input, init) => this.#take(new URL(String(input)), init);
  }

  /** Sets the response to all further requests for a path, regardless of their query. */
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
