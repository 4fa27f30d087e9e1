import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '@spanhouse/service-runtime/testing';
import { consistentWith, postJson, receiptsOfEveryPartition } from './http-client.js';

const PAUSE_MS = 10;
const SPANS_OF_REQUEST = 3;
const PAGE_SPANS = 1000;
const prefix = 'numbered';

/** The outcomes of the requests that a load has sent. */
export interface SentSpans {
  /** The names of the accepted spans. */
  readonly accepted: readonly string[];
  /** The reasons why requests were not accepted. */
  readonly refused: readonly string[];
}

/** Sends numbered spans, one request after another, until it is stopped. */
export class SteadyLoad {
  readonly #headers: Record<string, string>;
  readonly #accepted: string[] = [];
  readonly #refused: string[] = [];
  #url = '';
  #next = 0;
  #isStopped = false;
  #running: Promise<void> | undefined;

  constructor(headers: Record<string, string>) {
    this.#headers = headers;
  }

  /** Sends every later request to this URL. */
  sendTo(url: string): void {
    this.#url = url;
    this.#running ??= this.#run();
  }

  /** Resolves when another `count` spans have been accepted. */
  async accepted(count: number): Promise<void> {
    const wanted = this.#accepted.length + count;
    await waitUntil(`${wanted} spans are accepted`, () =>
      Promise.resolve(this.#accepted.length >= wanted),
    );
  }

  async stop(): Promise<SentSpans> {
    this.#isStopped = true;
    await this.#running;
    return { accepted: this.#accepted, refused: this.#refused };
  }

  /** Sends one request and resolves with its status. */
  async post(url: string): Promise<number> {
    const now = new Date().toISOString();
    const trace_id = crypto.randomUUID().replaceAll('-', '');
    const spans = Array.from({ length: SPANS_OF_REQUEST }, (_, index) => ({
      trace_id,
      span_id: String(index + 1).padStart(16, '0'),
      span_name: `${prefix} ${this.#next + index}`,
      start_time: now,
      end_time: now,
    }));
    this.#next += SPANS_OF_REQUEST;
    const { status } = await postJson(`${url}/tracing/spans/ingest`, { spans }, this.#headers);
    if (status === 202) {
      this.#accepted.push(...spans.map(({ span_name }) => span_name));
    }
    return status;
  }

  /** Waits until all spans accepted so far are stored, then reads the names of all spans of the load. */
  async readAll({ ingest, query }: { readonly ingest: string; readonly query: string }) {
    const receipt = await receiptsOfEveryPartition(ingest, this.#headers);
    const headers = { ...this.#headers, ...consistentWith(receipt) };
    const names: string[] = [];
    const filtering = {
      conditions: [{ field: 'span_name', operator: 'startswith', value: prefix }],
    };
    for (let next: string | undefined, isLast = false; !isLast; isLast = next === undefined) {
      const windowing = { limit: PAGE_SPANS, ...(next !== undefined && { next }) };
      const { body } = await waitUntil('a page of spans is read', async () => {
        const answer = await postJson(`${query}/spans/query`, { filtering, windowing }, headers);
        return answer.status !== 504 && answer; // on a busy machine, a read may reach its deadline
      });
      names.push(...body.spans.map(({ span_name }: { span_name: string }) => span_name));
      next = body.windowing?.next;
    }
    return names;
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      const status = await this.post(this.#url).catch((error: Error) => error.message);
      if (status !== 202) {
        this.#refused.push(`${this.#url}: ${status}`);
      }
      await sleep(PAUSE_MS); // this pause limits the rate of the load
    }
  }
}
