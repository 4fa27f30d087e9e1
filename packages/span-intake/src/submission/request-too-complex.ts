/**
 * The quantities whose limits depend on the size of a request. `values` is the number of JSON values or protobuf
 * fields.
 */
export const complexityLimits = [
  'values',
  'names',
  'containers',
  'spans',
  'hashes',
  'rows',
] as const;
export type ComplexityLimit = (typeof complexityLimits)[number];

/** A request that needs too much work or memory for its size. The response is a 413 with this message. */
export interface TooComplexRequest {
  readonly status: 'too_complex';
  readonly limit: ComplexityLimit;
  readonly reason: string;
}

/** An error that ends the reading of a request. `toTooComplex` converts it to the outcome of the request. */
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

/**
 * An error that ends the reading of a request because its bytes are too damaged or too many of its spans are faulty.
 */
export class UndecodableRequest extends Error {}

/** The reason why a whole request is refused. */
export type RequestRefusal =
  | { readonly status: 'undecodable'; readonly reason: string }
  | TooComplexRequest;

/** Converts an error that ended the reading of a request to the outcome of the request; rethrows any other error. */
export function toRefusal(error: unknown): RequestRefusal {
  return error instanceof UndecodableRequest
    ? { status: 'undecodable', reason: error.message }
    : toTooComplex(error);
}
