import { AppError, type Clock } from '@spanhouse/service-runtime';
import type { SubscriptionListener } from '../../span-subscription.js';
import { JOIN_DELAYS } from '../client/kafka-client.js';

/** Time limit for a drain. All delays of a join together take far less, even with coordinator look-ups between them. */
const MAX_DRAIN_MS = 30_000;

export interface RebalanceDrainParts {
  readonly listener: SubscriptionListener | undefined;
  readonly clock: Clock;
  /** Called if the listener rejects, or if the member never asks to join again. */
  readonly fail: (error: unknown) => void;
}

/**
 * Delays the next request to join the group until the listener has finished its work in flight. The listener starts no
 * new work while it drains. A drain that takes too long ends the subscription: if coordinator look-ups fail, kafkajs
 * can stop trying to join without reporting an error, and the member's partitions then stay idle.
 */
export class RebalanceDrain {
  readonly #timer: ReturnType<Clock['setTimer']>;
  #isDone = false;
  #delays = 0;

  constructor({ listener, clock, fail }: RebalanceDrainParts) {
    const drained = listener?.onRebalance?.();
    this.#isDone = drained === undefined;
    drained?.catch(fail).finally(() => {
      this.#isDone = true;
    });
    this.#timer = clock.setTimer(MAX_DRAIN_MS, () =>
      fail(new AppError('LOG_UNAVAILABLE', 'the consumer could not join its group again')),
    );
  }

  /**
   * Returns whether the next request to join must wait for the listener. Returns true only a limited number of times.
   */
  delaysJoin(): boolean {
    if (this.#isDone || this.#delays >= JOIN_DELAYS) {
      return false;
    }
    this.#delays += 1;
    return true;
  }

  /** Ends the drain when the member joins or leaves. */
  end(): void {
    this.#timer.cancel();
  }
}
