/** The quantities that are limited by the size of a request. `values` counts JSON values or protobuf fields. */
export const complexityLimits = [
  'values',
  'names',
  'containers',
  'spans',
  'hashes',
  'rows',
] as const;
export type ComplexityLimit = (typeof complexityLimits)[number];

/** A request that would take much more work or memory than its size allows. The answer is a 413 with this text. */
export interface TooComplexRequest {
  readonly status: 'too_complex';
  readonly limit: ComplexityLimit;
  readonly reason: string;
}

/** Ends the reading of a request. `toTooComplex` converts it to the outcome of the request. */
export class RequestTooComplex extends Error {
  readonly limit: ComplexityLimit;

  constructor(limit: ComplexityLimit, reason: string) {
    super(reason);
    this.limit = limit;
    this.name = 'RequestTooComplex';
  }
}

/** Converts a RequestTooComplex to the outcome of the request; rethrows any other error. */
export function toTooComplex(error: unknown): TooComplexRequest {
  if (error instanceof RequestTooComplex) {
    return { status: 'too_complex', limit: error.limit, reason: error.message };
  }
  throw error;
}

/** Ends the reading of a request whose bytes are too damaged, or which has too many faulty spans. */
export class UndecodableRequest extends Error {}

/** The reason why no span of a request is read. */
export type RequestRefusal =
  | { readonly status: 'undecodable'; readonly reason: string }
  | TooComplexRequest;

/** Converts an error that ended the reading of a request to the outcome of the request; rethrows any other error. */
export function toRefusal(error: unknown): RequestRefusal {
  return error instanceof UndecodableRequest
    ? { status: 'undecodable', reason: error.message }
    : toTooComplex(error);
}
