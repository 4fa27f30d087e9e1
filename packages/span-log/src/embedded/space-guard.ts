import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import type { Clock } from '@spanhouse/service-runtime';
import { reasonOf } from '../reason-of.js';
import type { StoreSize } from './log-store.js';

/** How long what was found about the disk is believed. */
const checkIntervalMs = 500;

/** LMDB needs runs of free pages, so not every free page can be used. */
const usableShare = 0.9;

interface SpaceGuardOptions {
  readonly directory: string;
  readonly maxBytes: number;
  readonly minFreeBytes: number;
  readonly clock: Clock;
  readonly size: () => StoreSize;
}

/**
 * Says why the log cannot take more bytes now, or undefined. Committing offsets and trimming need
 * some space too: that is what the margins are for.
 */
export class SpaceGuard {
  readonly #options: SpaceGuardOptions;
  #checkedAtMs = Number.NEGATIVE_INFINITY;
  #checking: Promise<void> | undefined;
  #diskProblem: string | undefined;
  #size: StoreSize | undefined;

  constructor(options: SpaceGuardOptions) {
    this.#options = options;
  }

  /** `bytes` is what is about to be written. */
  async refusal(bytes: number): Promise<string | undefined> {
    const isStale = this.#options.clock.nowMs() - this.#checkedAtMs >= checkIntervalMs;
    if (isStale) this.#checking ??= this.#check();
    const isFirst = this.#checkedAtMs === Number.NEGATIVE_INFINITY;
    if (isFirst || this.#diskProblem !== undefined) await this.#checking;
    return this.#diskProblem ?? this.#fullProblem(bytes);
  }

  /** After a commit that failed: nothing is tried again before the next look at the disk. */
  commitFailed(reason: string): void {
    this.#diskProblem = reason;
    this.#checkedAtMs = this.#options.clock.nowMs();
  }

  /** Counting pages is not free: what was admitted since the last count is added to it until that is too much. */
  #fullProblem(bytes: number): string | undefined {
    const isCounted = this.#size === undefined || !this.#fits(this.#size, bytes);
    const size = isCounted || this.#size === undefined ? this.#options.size() : this.#size;
    if (!this.#fits(size, bytes)) {
      return `the span log is full: ${size.usedBytes} of ${this.#options.maxBytes} bytes are used`;
    }
    this.#size = { ...size, usedBytes: size.usedBytes + bytes };
    return undefined;
  }

  #fits({ fileBytes, usedBytes }: StoreSize, bytes: number): boolean {
    const { maxBytes } = this.#options;
    const mustGrow = fileBytes - usedBytes < 2 * bytes;
    return (
      usedBytes + bytes <= maxBytes * usableShare && !(mustGrow && fileBytes + bytes > maxBytes)
    );
  }

  async #check(): Promise<void> {
    this.#diskProblem = await this.#lookAtDisk();
    this.#size = undefined;
    this.#checkedAtMs = this.#options.clock.nowMs();
    this.#checking = undefined;
  }

  async #lookAtDisk(): Promise<string | undefined> {
    const { directory, minFreeBytes } = this.#options;
    try {
      await access(directory, constants.W_OK);
      const { bavail, bsize } = await statfs(directory);
      return bavail * bsize >= minFreeBytes
        ? undefined
        : `the disk of ${directory} is full: ${bavail * bsize} bytes are free`;
    } catch (error) {
      return `the directory of the span log cannot be written: ${reasonOf(error)}`;
    }
  }
}
