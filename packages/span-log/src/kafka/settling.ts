import type { SubscriptionListener } from '../span-subscription.js';
import { joinDelays } from './kafka-client.js';

/** A listener that ends what is in flight, before its member asks to join again. */
export class Settling {
  #isOver = false;
  #delays = 0;

  constructor(listener: SubscriptionListener | undefined, fail: (error: unknown) => void) {
    const settled = listener?.onRebalance?.();
    this.#isOver = settled === undefined;
    settled?.catch(fail).finally(() => {
      this.#isOver = true;
    });
  }

  /** Whether the next request to join has to wait: as long as the listener takes, within bounds. */
  delaysJoin(): boolean {
    if (this.#isOver || this.#delays >= joinDelays) return false;
    this.#delays += 1;
    return true;
  }
}
