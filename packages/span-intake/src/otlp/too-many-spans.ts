/**
 * A span of four bytes takes a kilobyte once it is read. Beyond this number, which no exporter comes near, the
 * request is refused as a whole.
 */
export const MAX_OTLP_SPANS = 250_000;

/** Thrown inside the readers only. */
export class TooManySpans extends Error {
  constructor() {
    super(`OTLP batch holds more than ${MAX_OTLP_SPANS} spans.`);
    this.name = 'TooManySpans';
  }
}
