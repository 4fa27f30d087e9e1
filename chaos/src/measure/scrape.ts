/**
 * Timeout for a scrape. It is longer than the timeouts inside a service, such as the timeout of a query to a stopped
 * ClickHouse.
 */
const SCRAPE_TIMEOUT_MS = 15_000;

/** The metrics of several processes at one moment. */
export class Scrape {
  readonly #lines: readonly string[];

  /** `texts` contains the Prometheus exposition of each process. */
  constructor(texts: readonly string[]) {
    this.#lines = texts.flatMap((text) => text.split('\n'));
  }

  /**
   * Sums a metric over all processes and series. If a label such as `cause="busy"` is given, only series with this
   * label count.
   */
  sum(name: string, label = ''): number {
    return this.#values(name, label).reduce((sum, value) => sum + value, 0);
  }

  /** Returns the largest value of a metric, or 0 if no process exports it. */
  max(name: string): number {
    return Math.max(0, ...this.#values(name, ''));
  }

  #values(name: string, label: string): readonly number[] {
    const isMeant = (line: string) =>
      (line.startsWith(`${name} `) || line.startsWith(`${name}{`)) && line.includes(label);
    return this.#lines.filter(isMeant).map((line) => Number(line.slice(line.lastIndexOf(' '))));
  }
}

/** Reads the metrics of all processes. Rejects if a process does not answer. */
export async function scrape(urls: readonly string[]): Promise<Scrape> {
  const read = async (url: string) => {
    const signal = AbortSignal.timeout(SCRAPE_TIMEOUT_MS);
    const response = await fetch(`${url}/metrics`, { signal });
    return await response.text();
  };
  return new Scrape(await Promise.all(urls.map(read)));
}
