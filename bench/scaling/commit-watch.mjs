// Records when which partitions advanced, by reading the committed offsets of the group a few times per second.
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';

const SAMPLE_MS = 200;

export class CommitWatch {
  #offsets;
  #samples = [];
  #stopping = new AbortController();
  #watching;

  /** `offsets` is a CommittedOffsets of span-log. */
  constructor(offsets) {
    this.#offsets = offsets;
    this.#watching = this.#watch();
  }

  /** Returns the longest time in seconds without a commit: of the whole group, and of any single partition. */
  longestPauses({ from, to }) {
    const partitions = [...Array(this.#offsets.partitionCount).keys()];
    const pauseOf = (watched) => longestGap([from, ...this.#movesOf(watched, { from, to }), to]);
    const ofEach = partitions.map((partition) => pauseOf([partition]));
    return { of_all: pauseOf(partitions), of_a_partition: Math.max(...ofEach) };
  }

  async stop() {
    this.#stopping.abort();
    await this.#watching;
  }

  #movesOf(partitions, { from, to }) {
    return this.#samples
      .filter(({ at, offsets }, index) => {
        const before = this.#samples[index - 1]?.offsets;
        const hasMoved = (partition) => offsets[partition] > (before?.[partition] ?? Infinity);
        return at > from && at < to && partitions.some(hasMoved);
      })
      .map(({ at }) => at);
  }

  async #watch() {
    while (!this.#stopping.signal.aborted) {
      const offsets = await this.#offsets.read().catch(() => undefined);
      if (offsets !== undefined) {
        this.#samples.push({ at: performance.now(), offsets });
      }
      await delay(SAMPLE_MS);
    }
  }
}

function longestGap(times) {
  const gaps = times.slice(1).map((at, index) => at - times[index]);
  return Number((Math.max(...gaps) / 1000).toFixed(1));
}
