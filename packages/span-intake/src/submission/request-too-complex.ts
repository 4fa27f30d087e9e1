/** The request would take much more work or memory than its size: a 413 with this text. */
export interface TooComplexRequest {
  readonly status: 'too_complex';
  readonly reason: string;
}

/** Ends the reading of a request; `toTooComplex` turns it into the outcome. */
export class RequestTooComplex extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'RequestTooComplex';
  }
}

/** Converts a RequestTooComplex to the outcome of the request; rethrows any other error. */
export function toTooComplex(error: unknown): TooComplexRequest {
  if (error instanceof RequestTooComplex) {
    return { status: 'too_complex', reason: error.message };
  }
  throw error;
}
