import type { Json } from '../api/shown-span.js';
import { writeJson } from '../parts/values/write-json.js';

/** A request from a component. */
export interface SentRequest {
  readonly method: string;
  /** The path below `/api`, with its query. */
  readonly path: string;
  readonly headers: Headers;
  /** The parsed body; undefined if the request has none. */
  readonly body: unknown;
}

/** The response of the fake service to a request. */
export interface FakeAnswer {
  /** Default: 200. */
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Lines of a streamed response, instead of a body. */
  readonly lines?: readonly unknown[];
  /** Delays the response until this resolves. A request that is aborted before then fails. */
  readonly after?: Promise<void>;
}

/** Answers the requests of components instead of the service. */
export class FakeService {
  readonly sent: SentRequest[] = [];
  readonly #answers = new Map<string, FakeAnswer>();

  /** Answers the requests of the current test. Create it before rendering a component. */
  constructor(answers: Readonly<Record<string, FakeAnswer>> = {}) {
    for (const [path, answer] of Object.entries(answers)) {
      this.answer(path, answer);
    }
    globalThis.fetch = (input, init) => this.#take(new URL(String(input)), init);
  }

  /** Sets the response to all further requests to a path, with any query. */
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
