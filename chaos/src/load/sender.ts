import { setTimeout as delay } from 'node:timers/promises';
import type { SeededRandom } from '../../../packages/span-intake/src/testing/fuzz/seeded-random.js';
import { AnswerLog } from './answer-log.js';
import { type Action, drawAction, entriesOf, newTraces } from './draw-action.js';
import type { Ledger } from './ledger.js';
import { sendAction } from './send-action.js';

export interface SenderOptions {
  readonly gateways: readonly string[];
  readonly query: string;
  readonly ledger: Ledger;
  readonly random: SeededRandom;
  readonly requestsPerSecond: number;
  /** If false, no span is sent again with different content. Default: true */
  readonly hasEdits?: boolean;
  /** The size of the incompressible padding in each span. Default: 0 */
  readonly paddingBytes?: number;
  /** The pause before a request is retried. Default: 200 */
  readonly retryPauseMs?: number;
}

/** Maximum number of pending requests per producer. At this limit, the producer sends at a lower rate. */
const MOST_PENDING = 40;
/**
 * Maximum number of pending deletes. Deletes wait for the store, so this limit reserves capacity for writes while the
 * store is unavailable.
 */
const MOST_PENDING_DELETES = 10;
const RETRY_PAUSE_MS = 200;
const MS_PER_SECOND = 1000;

/**
 * Sends requests to the gateways in turn, at a steady rate. It retries each request until the request is accepted or
 * refused, as a client that follows the API does. The ledger records every attempt.
 */
export class Sender {
  readonly answers = new AnswerLog();
  readonly #options: SenderOptions;
  readonly #startedAtMs = Date.now();
  readonly #pending = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  readonly #givingUp = new AbortController();
  #sending: Promise<void> = Promise.resolve();
  #pendingDeletes = 0;
  #turn = 0;
  #offeredSpans = 0;

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  /**
   * The number of spans in the requests of the steady load, including refused spans. A request with several attempts
   * counts once.
   */
  get offeredSpans(): number {
    return this.#offeredSpans;
  }

  start(): void {
    this.#sending = this.#sendSteadily();
  }

  /** Stops the load and waits for pending answers. After `timeoutMs`, requests are not retried. */
  async stop(timeoutMs: number): Promise<void> {
    this.#stopping.abort();
    await this.#sending;
    const timer = setTimeout(() => this.#givingUp.abort(), timeoutMs);
    await Promise.all(this.#pending);
    clearTimeout(timer);
  }

  /**
   * Writes new traces. Resolves with the receipt, or with undefined if `signal` aborts before an attempt is accepted.
   */
  writeTraces(count: number, signal: AbortSignal): Promise<string | undefined> {
    return this.#untilAnswered(newTraces(this.#options.ledger, count), signal);
  }

  async #sendSteadily(): Promise<void> {
    const { random, ledger, requestsPerSecond, hasEdits = true } = this.#options;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      if (this.#pending.size < MOST_PENDING) {
        const hasDeletes = this.#pendingDeletes < MOST_PENDING_DELETES;
        this.#send(drawAction(ledger, { random, hasEdits, hasDeletes }));
      }
      await delay(MS_PER_SECOND / requestsPerSecond, undefined, { signal }).catch(() => undefined);
    }
  }

  #send(action: Action): void {
    this.#offeredSpans += entriesOf(action).reduce((sum, { spanIds }) => sum + spanIds.length, 0);
    const deletes = action.kind === 'delete' ? 1 : 0;
    this.#pendingDeletes += deletes;
    const sent = this.#untilAnswered(action, this.#givingUp.signal).then(() => {
      this.#pending.delete(sent);
      this.#pendingDeletes -= deletes;
    });
    this.#pending.add(sent);
  }

  async #untilAnswered(action: Action, signal: AbortSignal): Promise<string | undefined> {
    const { retryPauseMs = RETRY_PAUSE_MS } = this.#options;
    for (;;) {
      const { outcome, receipt, complaint, status } = await sendAction(action, this.#addresses());
      this.#record(action, outcome);
      this.answers.add({ outcome, complaint, status, isWrite: action.kind === 'write' });
      if (outcome !== 'open' || signal.aborted) {
        for (const entry of entriesOf(action)) {
          entry.isBusy = false;
        }
        return outcome === 'accepted' ? receipt : undefined;
      }
      await delay(retryPauseMs, undefined, { signal }).catch(() => undefined);
    }
  }

  #record(action: Action, outcome: 'accepted' | 'refused' | 'open'): void {
    if (action.kind === 'delete') {
      action.entry.deletion = outcome;
    }
    if (action.kind === 'write') {
      for (const { entry, version } of action.traces) {
        entry.attempts.push({ version, outcome });
      }
    }
  }

  #addresses() {
    const { gateways, query, paddingBytes = 0 } = this.#options;
    this.#turn += 1;
    const gateway = gateways[this.#turn % gateways.length] ?? '';
    return { gateway, query, paddingBytes, startedAtMs: this.#startedAtMs };
  }
}
