import { formatTimestamp } from '@spanhouse/span-schema';
import type { TraceAnalytics } from '@spanhouse/trace-store/reader';
import { LRUCache } from 'lru-cache';

const MAX_PROJECTS = 10_000;
/** A client requests its project before anything else, so a slow store must not keep it waiting. */
const MAX_WAIT_MS = 1000;

/** Caches the time at which each project received its first span. A known time does not change. */
export class FirstReceipts {
  readonly #analytics: Pick<TraceAnalytics, 'firstReceivedAt'>;
  readonly #known = new LRUCache<string, string>({ max: MAX_PROJECTS });

  constructor(analytics: Pick<TraceAnalytics, 'firstReceivedAt'>) {
    this.#analytics = analytics;
  }

  /** Returns the time in ISO 8601; undefined while the project has no span, or the store cannot answer. */
  async of(projectId: string, signal: AbortSignal): Promise<string | undefined> {
    const known = this.#known.get(projectId);
    if (known !== undefined) {
      return known;
    }
    const limited = AbortSignal.any([signal, AbortSignal.timeout(MAX_WAIT_MS)]);
    const time = await this.#analytics.firstReceivedAt(projectId, limited).catch(() => undefined);
    if (time === undefined) {
      return undefined;
    }
    const text = formatTimestamp(time);
    this.#known.set(projectId, text);
    return text;
  }
}
