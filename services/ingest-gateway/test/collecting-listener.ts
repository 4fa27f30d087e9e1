import { decompressFrame } from '@spanhouse/span-log/frame';
import type { LogMessage, SubscriptionListener } from '@spanhouse/span-log/subscription';
import { decodeSpanRows, type StoredSpan } from '@spanhouse/span-row';

/** Collects the spans of a log until a test has enough of them. */
export class CollectingListener implements SubscriptionListener {
  readonly spans: StoredSpan[] = [];
  readonly messages: LogMessage[] = [];
  #waiting: { readonly count: number; readonly done: () => void } | undefined;

  onAssigned(): Promise<void> {
    return Promise.resolve();
  }

  onLost(): Promise<void> {
    return Promise.reject(new Error('the log has lost messages'));
  }

  async onMessages(messages: readonly LogMessage[]): Promise<void> {
    for (const message of messages) {
      const { frame, headers } = message;
      const outcome = await decompressFrame(frame, headers.uncompressedBytes);
      if (outcome.status === 'readable') {
        this.spans.push(...decodeSpanRows(outcome.rows, headers.rowSchemaVersion));
      }
      this.messages.push(message);
    }
    this.#wake();
  }

  /** Resolves when at least `count` spans have been read. */
  until(count: number): Promise<void> {
    return new Promise((done) => {
      this.#waiting = { count, done };
      this.#wake();
    });
  }

  #wake(): void {
    if (this.#waiting !== undefined && this.spans.length >= this.#waiting.count) {
      this.#waiting.done();
    }
  }
}
