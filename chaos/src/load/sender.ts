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
  /** False: no span is sent again with another content. Default: true. */
  readonly hasEdits?: boolean;
  /** Bytes by which each span is larger, which do not compress. Default: 0 */
  readonly paddingBytes?: number;
  /** The pause before a request is repeated. Default: 200 */
  readonly retryPauseMs?: number;
}

/** Maximum number of requests that a producer sends without an answer; at this limit its rate falls. */
const MOST_PENDING = 40;
/**
 * Maximum number of pending deletes. Deletes wait for the store, so this limit leaves room for writes while it does not
 * answer.
 */
const MOST_PENDING_DELETES = 10;
const RETRY_PAUSE_MS = 200;
const MS_PER_SECOND = 1000;

/**
 * Sends requests at a steady rate, to the gateways in turns. Repeats each one until it is accepted or refused, as a
 * client that follows the API does, and writes every attempt into the ledger.
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

  /** The spans of the steady load so far, whether they were accepted or not. Repeated requests do not count again. */
  get offeredSpans(): number {
    return this.#offeredSpans;
  }

  start(): void {
    this.#sending = this.#sendSteadily();
  }

  /** Ends the load, and waits for the pending answers. After `timeoutMs`, requests are no longer repeated. */
  async stop(timeoutMs: number): Promise<void> {
    this.#stopping.abort();
    await this.#sending;
    const timer = setTimeout(() => this.#givingUp.abort(), timeoutMs);
    await Promise.all(this.#pending);
    clearTimeout(timer);
  }

  /** Writes new traces. Resolves with the receipt, or with undefined if no attempt is accepted before `signal` aborts. */
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
