import { type Clock, createMeter, type Registry } from '@spanhouse/service-runtime';
import { type BytesRefusal, SharedBytes } from './shared-bytes.js';

export interface InFlightBytesOptions {
  readonly maxBytes: number;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly registry: Registry;
}

const reasons: readonly BytesRefusal[] = ['overloaded', 'share_exhausted'];

/**
 * Limits the total size of request bodies in memory, so that a burst of requests is refused before it exhausts the
 * memory. `SharedBytes` divides the budget among senders. This class adds a counter for refusals.
 */
export class InFlightBytes extends SharedBytes {
  constructor({ maxBytes, clock, registry }: InFlightBytesOptions) {
    const { counter, gauge, reading } = createMeter(registry);
    const refusals = counter(
      'http_bodies_refused_total',
      'Bodies that were refused because too many bytes are in flight, either of all projects or of their own project',
      { reason: reasons },
    );
    super(maxBytes, clock, (reason) => refusals.inc({ reason }));
    reading('http_body_bytes_in_flight', 'Bytes of request bodies in memory', () => this.heldBytes);
    gauge(
      'http_body_bytes_in_flight_limit',
      'Limit of the bytes of request bodies in memory, above which requests are refused',
    ).set(maxBytes);
  }
}
