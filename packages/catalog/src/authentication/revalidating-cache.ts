import type { AuthenticationMetrics, Clock, Health, Logger } from '@spanhouse/service-runtime';
import { catalogUnavailable } from '../catalog-unavailable.js';

export interface RevalidatingCacheOptions {
  readonly clock: Clock;
  /** Told of `catalog`. */
  readonly health: Pick<Health, 'reached' | 'lost'>;
  readonly logger: Logger;
  readonly metrics: AuthenticationMetrics;
  /** How long an answer is used before the catalog is asked again; also the pause after a failure. */
  readonly ttlMs: number;
  /** The same for the answer that there is nothing. */
  readonly unknownTtlMs: number;
  /** How long after it was given an answer is used while the catalog is away. */
  readonly graceMs: number;
  /** Of what there is, and again of what there is not: guesses do not push out what is in use. */
  readonly maxEntries: number;
}

interface Entry<Value> {
  readonly value: Value;
  readonly readAtMs: number;
  freshUntilMs: number;
}

const MAX_LOADS = 1000;

/**
 * What the catalog said, kept for a while, and for longer while the catalog is away. What it never
 * said is not given out: then `get` rejects as the catalog does.
 */
export class RevalidatingCache<Value> {
  readonly #options: RevalidatingCacheOptions;
  readonly #found = new Map<string, Entry<Value>>();
  readonly #unknown = new Map<string, Entry<Value>>();
  readonly #loads = new Map<string, Promise<Value>>();
  #epoch = 0;

  constructor(options: RevalidatingCacheOptions) {
    this.#options = options;
  }

  /** `load` is called once for all who ask at the same time; undefined = there is nothing. */
  get(id: string, load: () => Promise<Value>): Promise<Value> {
    const entry = this.#found.get(id) ?? this.#unknown.get(id);
    if (entry !== undefined && this.#options.clock.nowMs() < entry.freshUntilMs) {
      return Promise.resolve(entry.value);
    }
    return this.#loads.get(id) ?? this.#startLoad(id, load);
  }

  /** Whatever is asked for from now on is read from the catalog. */
  forget(): void {
    this.#epoch++;
    this.#found.clear();
    this.#unknown.clear();
    this.#loads.clear();
  }

  async #startLoad(id: string, load: () => Promise<Value>): Promise<Value> {
    if (this.#loads.size >= MAX_LOADS) throw catalogUnavailable('too many look-ups at once');
    const loading = this.#load(id, load);
    this.#loads.set(id, loading);
    try {
      return await loading;
    } finally {
      if (this.#loads.get(id) === loading) this.#loads.delete(id);
    }
  }

  async #load(id: string, load: () => Promise<Value>): Promise<Value> {
    const { clock, health, metrics } = this.#options;
    const epoch = this.#epoch;
    const readAtMs = clock.nowMs();
    try {
      const value = await load();
      health.reached('catalog');
      metrics.lookedUp(value === undefined ? 'unknown' : 'found');
      // What was read before `forget` may be what was to be forgotten.
      if (epoch === this.#epoch) this.#keep(id, value, readAtMs);
      return value;
    } catch (error) {
      health.lost('catalog', String(error));
      metrics.lookedUp('unavailable');
      return this.#useStale(id, error);
    }
  }

  #keep(id: string, value: Value, readAtMs: number): void {
    const { ttlMs, unknownTtlMs, maxEntries, metrics } = this.#options;
    // Deleted first, so that the order of a map is that of reading: when it is full, the oldest goes.
    this.#found.delete(id);
    this.#unknown.delete(id);
    const isUnknown = value === undefined;
    const entries = isUnknown ? this.#unknown : this.#found;
    if (entries.size >= maxEntries) {
      const [oldest = ''] = entries.keys();
      entries.delete(oldest);
      metrics.evicted();
    }
    const freshUntilMs = readAtMs + (isUnknown ? unknownTtlMs : ttlMs);
    entries.set(id, { value, readAtMs, freshUntilMs });
  }

  #useStale(id: string, error: unknown): Value {
    const { clock, logger, metrics, ttlMs, graceMs } = this.#options;
    const entry = this.#found.get(id);
    const nowMs = clock.nowMs();
    if (entry === undefined || nowMs >= entry.readAtMs + graceMs) throw error;
    logger.warn({ err: error }, 'catalog away, using what it said before');
    metrics.usedStale();
    entry.freshUntilMs = Math.min(nowMs + ttlMs, entry.readAtMs + graceMs);
    return entry.value;
  }
}
