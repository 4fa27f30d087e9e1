import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import type { Clock } from '@spanhouse/service-runtime';
import { reasonOf } from '../messages/reason-of.js';
import type { StoreSize } from './log-store.js';

/** Time for which the result of a disk check remains valid. */
const CHECK_INTERVAL_MS = 500;

/** Share of the pages that counts as usable. LMDB needs contiguous free pages, so it cannot use every free page. */
const USABLE_SHARE = 0.9;

interface SpaceGuardOptions {
  readonly directory: string;
  readonly maxBytes: number;
  readonly minFreeBytes: number;
  readonly clock: Clock;
  readonly size: () => StoreSize;
}

/**
 * Decides whether the log can accept more bytes. It keeps space in reserve for trimming and for commits of offsets,
 * which must always succeed.
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

  /** Returns the reason why the log cannot accept `bytes` more bytes now, or `undefined` if it can. */
  async refusal(bytes: number): Promise<string | undefined> {
    const isStale = this.#options.clock.monotonicMs() - this.#checkedAtMs >= CHECK_INTERVAL_MS;
    if (isStale) {
      this.#checking ??= this.#check();
    }
    const isFirst = this.#checkedAtMs === Number.NEGATIVE_INFINITY;
    if (isFirst || this.#diskProblem !== undefined) {
      await this.#checking;
    }
    return this.#diskProblem ?? this.#fullProblem(bytes);
  }

  /** Refuses all bytes until the next check of the disk, because a commit has failed. */
  commitFailed(reason: string): void {
    this.#diskProblem = reason;
    this.#checkedAtMs = this.#options.clock.monotonicMs();
  }

  /**
   * Estimates the used space as the last page count plus the bytes admitted since then. Counts the pages again only if
   * the estimate exceeds the limit.
   */
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
      usedBytes + bytes <= maxBytes * USABLE_SHARE && !(mustGrow && fileBytes + bytes > maxBytes)
    );
  }

  async #check(): Promise<void> {
    this.#diskProblem = await this.#lookAtDisk();
    this.#size = undefined;
    this.#checkedAtMs = this.#options.clock.monotonicMs();
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
