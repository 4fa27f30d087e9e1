import type {
  CommittedPosition,
  LogMessage,
  LostMessages,
  SubscriptionListener,
} from '../../src/span-subscription.js';

export interface Call {
  readonly messages: readonly LogMessage[];
  readonly signal: AbortSignal;
}

/** Records the deliveries of a subscription. Every wait ends with an event, not after a fixed time. */
export class RecordingListener implements SubscriptionListener {
  readonly assignments: (readonly CommittedPosition[])[] = [];
  readonly calls: Call[] = [];
  /** Losses that were announced since the last assignment. */
  lost: LostMessages[] = [];
  /** Messages delivered since the last assignment, by partition. */
  #messages = new Map<number, LogMessage[]>();
  readonly #checks = new Set<() => void>();
  #gate: { readonly opened: Promise<void>; readonly open: () => void } | undefined;
  #overlaps = 0;
  readonly #busy = new Set<number>();
  onMessagesFault: Error | undefined;

  /** Keeps later deliveries pending until they are aborted or the returned function is called. */
  hold(): () => void {
    let open: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    this.#gate = { opened, open };
    return () => {
      this.#gate = undefined;
      open();
    };
  }

  /** Number of deliveries that began before the previous delivery of their partition had ended. */
  get overlaps(): number {
    return this.#overlaps;
  }

  get all(): readonly LogMessage[] {
    return [...this.#messages.values()].flat();
  }

  of(partition: number): readonly LogMessage[] {
    return this.#messages.get(partition) ?? [];
  }

  offsetsOf(partition: number): readonly number[] {
    return this.of(partition).map(({ offset }) => offset);
  }

  until(isMet: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const check = (): void => {
        if (!isMet()) {
          return;
        }
        this.#checks.delete(check);
        resolve();
      };
      this.#checks.add(check);
      check();
    });
  }

  assigned(times = 1): Promise<void> {
    return this.until(() => this.assignments.length >= times);
  }

  received(count: number): Promise<void> {
    return this.until(() => this.all.length >= count);
  }

  onAssigned(partitions: readonly CommittedPosition[]): Promise<void> {
    this.#messages = new Map();
    this.lost = [];
    this.assignments.push(partitions);
    this.#notify();
    return Promise.resolve();
  }

  async onMessages(messages: readonly LogMessage[], signal: AbortSignal): Promise<void> {
    const partition = messages[0]?.partition ?? -1;
    if (this.#busy.has(partition)) {
      this.#overlaps += 1;
    }
    this.#busy.add(partition);
    this.calls.push({ messages, signal });
    this.#messages.set(partition, [...this.of(partition), ...messages]);
    this.#notify();
    try {
      if (this.onMessagesFault !== undefined) {
        throw this.onMessagesFault;
      }
      if (this.#gate !== undefined) {
        await Promise.race([this.#gate.opened, aborted(signal)]);
      }
    } finally {
      this.#busy.delete(partition);
    }
  }

  onLost(lost: LostMessages): Promise<void> {
    this.lost.push(lost);
    this.#notify();
    return Promise.resolve();
  }

  #notify(): void {
    for (const check of [...this.#checks]) {
      check();
    }
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
    }
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
