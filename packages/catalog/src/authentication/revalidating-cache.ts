import type { Clock, Health, Logger } from '@spanhouse/service-runtime';
import { LRUCache } from 'lru-cache';
import { catalogUnavailable } from '../catalog-unavailable.js';
import type { AuthenticationMetrics } from './authentication-metrics.js';

export interface RevalidatingCacheOptions<Value> {
  readonly clock: Clock;
  /** Health of the process, to which the state of `catalog` is reported after each look-up. */
  readonly health: Pick<Health, 'reached' | 'lost'>;
  readonly logger: Logger;
  readonly metrics: AuthenticationMetrics;
  /**
   * Time for which a cached value is used without asking the catalog again. It is also the pause after a failed
   * look-up.
   */
  readonly ttlMs: number;
  /** Time for which the cache remembers that a key does not exist. */
  readonly unknownTtlMs: number;
  /** Time after a look-up for which its result may be used while the catalog is unavailable. */
  readonly graceMs: number;
  /**
   * Maximum total size of known keys. A separate limit of the same size applies to unknown keys, so that guessed keys
   * cannot evict valid ones.
   */
  readonly maxSize: number;
  /** Returns the size of a value, which is at least 1. */
  readonly sizeOf: (value: Value) => number;
}

interface Entry<Value> {
  readonly value: Value;
  readonly readAtMs: number;
}

const MAX_LOADS = 1000;

/**
 * Caches values from the catalog and continues to use them while the catalog is unavailable. `get` rejects with the
 * catalog's error if no usable value is cached.
 */
export class RevalidatingCache<Value> {
  readonly #options: RevalidatingCacheOptions<Value>;
  readonly #found: LRUCache<string, Entry<Value>>;
  readonly #unknown: LRUCache<string, Entry<Value>>;
  readonly #loads = new Map<string, Promise<Value>>();
  #epoch = 0;

  constructor(options: RevalidatingCacheOptions<Value>) {
    this.#options = options;
    this.#found = createStore(options, options.ttlMs);
    this.#unknown = createStore(options, options.unknownTtlMs);
  }

  /**
   * Returns the cached value or calls `load`, only once for concurrent callers with the same id. `undefined` means that
   * the entry does not exist.
   */
  get(id: string, load: () => Promise<Value>): Promise<Value> {
    const entry = this.#found.get(id) ?? this.#unknown.get(id);
    if (entry !== undefined) {
      return Promise.resolve(entry.value);
    }
    return this.#loads.get(id) ?? this.#startLoad(id, load);
  }

  /** Drops all values. The next `get` of each id asks the catalog. */
  forget(): void {
    this.#epoch++;
    this.#found.clear();
    this.#unknown.clear();
    this.#loads.clear();
  }

  async #startLoad(id: string, load: () => Promise<Value>): Promise<Value> {
    if (this.#loads.size >= MAX_LOADS) {
      return this.#useStale(id, catalogUnavailable('too many look-ups at once'));
    }
    const loading = this.#load(id, load);
    this.#loads.set(id, loading);
    try {
      return await loading;
    } finally {
      if (this.#loads.get(id) === loading) {
        this.#loads.delete(id);
      }
    }
  }

  async #load(id: string, load: () => Promise<Value>): Promise<Value> {
    const { clock, health, metrics } = this.#options;
    const epoch = this.#epoch;
    const readAtMs = clock.monotonicMs();
    try {
      const value = await load();
      health.reached('catalog');
      metrics.lookedUp(value === undefined ? 'unknown' : 'found');
      // A look-up that began before `forget` may have an outdated result, which is not cached.
      if (epoch === this.#epoch) {
        this.#keep(id, { value, readAtMs });
      }
      return value;
    } catch (error) {
      health.lost('catalog', String(error));
      metrics.lookedUp('unavailable');
      return this.#useStale(id, error);
    }
  }

  #keep(id: string, entry: Entry<Value>): void {
    this.#found.delete(id);
    this.#unknown.delete(id);
    const store = entry.value === undefined ? this.#unknown : this.#found;
    store.set(id, entry, { start: entry.readAtMs });
  }

  /** Returns the last value if it is within the grace time; otherwise throws `error`. */
  #useStale(id: string, error: unknown): Value {
    const { clock, logger, metrics, ttlMs, graceMs } = this.#options;
    const entry = this.#found.peek(id, { allowStale: true });
    const nowMs = clock.monotonicMs();
    const graceLeftMs = entry === undefined ? 0 : entry.readAtMs + graceMs - nowMs;
    if (entry === undefined || graceLeftMs <= 0) {
      throw error;
    }
    logger.warn({ err: error }, 'catalog unavailable, using its last answer');
    metrics.usedStale();
    this.#found.set(id, entry, { start: nowMs, ttl: Math.min(ttlMs, graceLeftMs) });
    return entry.value;
  }
}

/** Creates a store that keeps stale entries for the grace time and evicts the least recently used entry. */
function createStore<Value>(
  { clock, maxSize, sizeOf, metrics }: RevalidatingCacheOptions<Value>,
  ttlMs: number,
): LRUCache<string, Entry<Value>> {
  return new LRUCache<string, Entry<Value>>({
    maxSize,
    sizeCalculation: ({ value }) => sizeOf(value),
    ttl: ttlMs,
    ttlResolution: 0,
    // The library still uses an entry in the last millisecond of its lifetime, whereas this cache already considers it
    // stale.
    perf: { now: () => clock.monotonicMs() + 1 },
    noDeleteOnStaleGet: true,
    dispose(_entry, _id, reason) {
      if (reason === 'evict') {
        metrics.evicted();
      }
    },
  });
}
