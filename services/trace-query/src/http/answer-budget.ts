import { type BytesRefusal, type BytesReservation, SharedBytes } from '@spanhouse/api-kit';
import { AppError, type Clock, createMeter, type Registry } from '@spanhouse/service-runtime';
import type { AnswerRoom } from '@spanhouse/trace-store/reader';

export interface AnswerBudgetOptions {
  readonly maxBytes: number;
  readonly clock: Clock;
  readonly registry: Registry;
}

/** The part of the budget that a read holds until the client has received the answer. */
export interface HeldAnswer extends AnswerRoom {
  /**
   * Returns the part to the budget. MAY be called more than once. After the first call, the read holds no part of the
   * budget and cannot take any.
   */
  release(): void;
}

/** Maximum size of a small read. A share of the budget is reserved for small reads. */
const SMALL_BYTES = 1024 * 1024;
/** Share of the budget that is reserved for small reads. */
const PART_OF_SMALL_READS = 1 / 4;
/** Memory per byte of an answer: the spans and their JSON are in memory at the same time. */
const BYTES_PER_ANSWER_BYTE = 2;
/**
 * Maximum number of bytes of the budget that one read holds. Even a large answer needs no more, because only a few of
 * its portions are in memory at a time.
 */
const MAX_READ_BYTES = 48 * 1024 * 1024;

/**
 * Limits the bytes that answers hold until clients receive them, per project and for the whole process. A read that
 * finds no room waits for a few seconds. A share of the budget is reserved for small reads.
 */
export class AnswerBudget {
  readonly #small: SharedBytes;
  readonly #large: SharedBytes;
  readonly #waiting: WaitingReads;
  readonly #refused: ReturnType<typeof registerMetrics>;

  constructor({ maxBytes, clock, registry }: AnswerBudgetOptions) {
    this.#small = new SharedBytes(maxBytes * PART_OF_SMALL_READS, clock);
    this.#large = new SharedBytes(maxBytes * (1 - PART_OF_SMALL_READS), clock);
    this.#waiting = new WaitingReads(clock);
    const pools = { small: this.#small, large: this.#large };
    this.#refused = registerMetrics(registry, pools, this.#waiting);
  }

  /**
   * Creates the part of the budget that a read holds, which is empty at first. Until `isUnderWay` returns true, the
   * part covers the sum of all portions; afterwards, it covers only the latest portion. A part never shrinks before its
   * release.
   */
  open(projectId: string, isUnderWay: () => boolean): HeldAnswer {
    const part = new Part(this.#small.reserve(projectId), () => this.#large.reserve(projectId));
    let readBytes = 0;
    const take = (bytes: number) => {
      const sum = isUnderWay() ? bytes : readBytes + bytes;
      const isTaken = part.hold(Math.min(BYTES_PER_ANSWER_BYTE * sum, MAX_READ_BYTES));
      readBytes = isTaken ? sum : readBytes;
      return isTaken;
    };
    return {
      take,
      wait: async (bytes, signal) => {
        const isTaken = await this.#waiting.wait({ projectId, signal, take: () => take(bytes) });
        if (!isTaken) {
          this.#refused.inc({ reason: part.refusal });
          throw refusedRead(part.refusal);
        }
      },
      release: () => {
        part.release();
        this.#waiting.admit();
      },
    };
  }
}

/** Bytes that a read holds, in either the pool of small reads or the pool of large reads. */
class Part {
  readonly #small: BytesReservation;
  readonly #openLarge: () => BytesReservation;
  #large: BytesReservation | undefined;
  #heldBytes = 0;
  #isReleased = false;
  refusal: BytesRefusal = 'overloaded';

  constructor(small: BytesReservation, openLarge: () => BytesReservation) {
    this.#small = small;
    this.#openLarge = openLarge;
  }

  hold(bytes: number): boolean {
    if (bytes <= this.#heldBytes || this.#isReleased) {
      return true;
    }
    const isLarge = bytes > SMALL_BYTES;
    if (isLarge) {
      this.#large ??= this.#openLarge();
    }
    const reservation = (isLarge && this.#large) || this.#small;
    if (!reservation.resize(bytes)) {
      this.refusal = reservation.refusal;
      return false;
    }
    if (isLarge) {
      this.#small.resize(0);
    }
    this.#heldBytes = bytes;
    return true;
  }

  release(): void {
    this.#isReleased = true;
    this.#small.release();
    this.#large?.release();
  }
}

function refusedRead(refusal: BytesRefusal): AppError {
  const message = 'too many bytes of answers are not read yet';
  return refusal === 'overloaded'
    ? new AppError('ANSWERS_OVERLOADED', message, { retryable: true })
    : new AppError('ANSWER_SHARE_EXHAUSTED', `${message} in this project`, { retryable: true });
}

function registerMetrics(
  registry: Registry,
  pools: Readonly<Record<'small' | 'large', SharedBytes>>,
  waiting: WaitingReads,
) {
  const { counter, gauge, reading, readings } = createMeter(registry);
  readings(
    'spanhouse_query_answer_bytes_held',
    'Bytes of answers that are held until clients read them.',
    {
      label: 'reads',
      read: () => Object.entries(pools).map(([reads, { heldBytes }]) => [reads, heldBytes]),
    },
  );
  const limit = gauge(
    'spanhouse_query_answer_bytes_held_limit',
    'Maximum number of held answer bytes. Above this limit, reads wait.',
    { reads: Object.keys(pools) },
  );
  for (const [reads, { maxBytes }] of Object.entries(pools)) {
    limit.set({ reads }, maxBytes);
  }
  reading(
    'spanhouse_query_reads_waiting',
    'Reads that wait until there is room for their answers.',
    () => waiting.count,
  );
  return counter(
    'spanhouse_query_answers_refused_total',
    'Reads that were refused because there was no room for their answers, either of all projects or of their own project.',
    { reason: ['overloaded', 'share_exhausted'] },
  );
}

/** A read that waits for room for its answer. */
interface WaitingRead {
  readonly projectId: string;
  /** Takes the room that the read needs. Returns false if there is too little room. */
  readonly take: () => boolean;
  readonly signal: AbortSignal;
}

/** Maximum time that a read waits for room. It is longer than the time limit for clients that stop reading. */
const MAX_WAIT_MS = 12_000;
const MAX_READS = 256;
const MAX_READS_OF_PROJECT = 64;

/** Reads that wait for room, in order of arrival. They hold no connection to ClickHouse. */
class WaitingReads {
  readonly #clock: Clock;
  readonly #reads = new Map<WaitingRead, () => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get count(): number {
    return this.#reads.size;
  }

  /**
   * Resolves with true when the read has taken its room, and with false if the wait takes too long or too many reads
   * wait. Rejects with the signal's reason if the signal aborts.
   */
  async wait(read: WaitingRead): Promise<boolean> {
    const { signal, projectId } = read;
    signal.throwIfAborted();
    const ofProject = [...this.#reads.keys()].filter((other) => other.projectId === projectId);
    if (this.#reads.size >= MAX_READS || ofProject.length >= MAX_READS_OF_PROJECT) {
      return false;
    }
    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    const abort = () => reject(signal.reason);
    const timer = this.#clock.setTimer(MAX_WAIT_MS, () => resolve(false));
    signal.addEventListener('abort', abort, { once: true });
    this.#reads.set(read, () => resolve(true));
    try {
      return await promise;
    } finally {
      timer.cancel();
      signal.removeEventListener('abort', abort);
      this.#reads.delete(read);
    }
  }

  /** Admits each waiting read that now finds room. */
  admit(): void {
    for (const [read, goOn] of this.#reads) {
      if (read.take()) {
        this.#reads.delete(read);
        goOn();
      }
    }
  }
}
