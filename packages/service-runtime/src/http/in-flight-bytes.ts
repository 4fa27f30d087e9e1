import { Counter, Gauge, type Registry } from 'prom-client';

export interface InFlightBytesOptions {
  readonly maxBytes: number;
  readonly registry: Registry;
}

/** What one request holds of the budget. */
export interface BytesReservation {
  /** False, and counted, when the budget does not allow it; what is held stays held. */
  resize(bytes: number): boolean;
  /** MAY be called more than once. */
  release(): void;
}

/**
 * A bound on the bytes of request bodies held at one time, so that a burst is refused instead of
 * filling the memory. A request that is alone is always let in, however large.
 */
export class InFlightBytes {
  readonly maxBytes: number;
  readonly #gauge: Gauge;
  readonly #refusals: Counter;
  #heldBytes = 0;

  constructor({ maxBytes, registry }: InFlightBytesOptions) {
    this.maxBytes = maxBytes;
    this.#gauge = heldBytesGauge(registry);
    this.#refusals = refusalsCounter(registry);
  }

  get heldBytes(): number {
    return this.#heldBytes;
  }

  reserve(): BytesReservation {
    let held = 0;
    const change = (bytes: number) => {
      this.#heldBytes += bytes - held;
      this.#gauge.inc(bytes - held);
      held = bytes;
    };
    return {
      resize: (bytes) => {
        const others = this.#heldBytes - held;
        if (bytes > held && others > 0 && others + bytes > this.maxBytes) {
          this.#refusals.inc();
          return false;
        }
        change(bytes);
        return true;
      },
      release: () => change(0),
    };
  }
}

function heldBytesGauge(registry: Registry): Gauge {
  const name = 'http_body_bytes_in_flight';
  return (
    (registry.getSingleMetric(name) as Gauge | undefined) ??
    new Gauge({ name, help: 'Bytes of request bodies held', registers: [registry] })
  );
}

function refusalsCounter(registry: Registry): Counter {
  const name = 'http_bodies_refused_total';
  return (
    (registry.getSingleMetric(name) as Counter | undefined) ??
    new Counter({
      name,
      help: 'Bodies refused because too many bytes are in flight',
      registers: [registry],
    })
  );
}
