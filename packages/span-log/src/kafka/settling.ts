import { AppError, type Clock } from '@spanhouse/service-runtime';
import type { SubscriptionListener } from '../span-subscription.js';
import { joinDelays } from './kafka-client.js';

/** Far longer than all delays, and the look-ups of the coordinator between them. */
const MAX_SETTLING_MS = 30_000;

export interface SettlingParts {
  readonly listener: SubscriptionListener | undefined;
  readonly clock: Clock;
  readonly fail: (error: unknown) => void;
}

/**
 * A listener that ends what is in flight, before its member asks to join again. It begins nothing
 * new, so a member that then never asks is told to `fail`: kafkajs gives up some look-ups of the
 * coordinator without a word, and the group would leave the partitions where they are.
 */
export class Settling {
  readonly #timer: ReturnType<Clock['setTimer']>;
  #isOver = false;
  #delays = 0;

  constructor({ listener, clock, fail }: SettlingParts) {
    const settled = listener?.onRebalance?.();
    this.#isOver = settled === undefined;
    settled?.catch(fail).finally(() => {
      this.#isOver = true;
    });
    this.#timer = clock.setTimer(MAX_SETTLING_MS, () =>
      fail(new AppError('LOG_UNAVAILABLE', 'the consumer could not join its group again')),
    );
  }

  /** Whether the next request to join has to wait: as long as the listener takes, within bounds. */
  delaysJoin(): boolean {
    if (this.#isOver || this.#delays >= joinDelays) return false;
    this.#delays += 1;
    return true;
  }

  /** The member asks to join, or leaves. */
  end(): void {
    this.#timer.cancel();
  }
}
