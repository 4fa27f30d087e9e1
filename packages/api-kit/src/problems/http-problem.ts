import { AppError } from '@spanhouse/service-runtime';
import type { Location, ValidationDetail } from '@spanhouse/span-schema';
import { BodyReadError } from '../bodies/body-read-error.js';

/** Headers of an error response, with names in lower case. */
export type ProblemHeaders = Readonly<Record<string, string>>;

/** The codes in 503 responses. */
export type UnavailableCode = 'storage_unavailable' | 'log_unavailable' | 'overloaded';

/** `cause` is logged if the server caused the failure. It is never sent to the client. */
export interface HttpProblemOptions {
  readonly headers?: ProblemHeaders;
  readonly cause?: unknown;
  /** The faulty part of the request. The response's `body` does not always contain it. */
  readonly loc?: Location;
}

/** A failure with its HTTP response. HTTP handlers throw it, and `body` is sent as JSON. See docs/api/errors.md. */
export class HttpProblem extends Error {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: ProblemHeaders;
  readonly loc: Location | undefined;

  constructor(
    status: number,
    body: Readonly<Record<string, unknown>>,
    options: HttpProblemOptions = {},
  ) {
    super(`HTTP ${status}`, 'cause' in options ? { cause: options.cause } : undefined);
    this.name = 'HttpProblem';
    this.status = status;
    this.body = body;
    this.headers = options.headers ?? {};
    this.loc = options.loc;
  }
}

/** A 403 for a request that names a foreign host or comes from another site; see `createForeignRequestCheck`. */
export class ForeignRequest extends HttpProblem {
  readonly detail: string;

  constructor(detail: string) {
    super(403, { detail });
    this.detail = detail;
  }
}

const unavailableTexts: Readonly<Record<UnavailableCode, string>> = {
  log_unavailable: 'Spans cannot be accepted right now. Please retry later.',
  storage_unavailable: 'The span storage is unavailable. Please retry later.',
  overloaded: 'Too many bytes of answers are not read yet. Please retry later.',
};
const unexpected = 'An unexpected error occurred. Please try again later or contact support.';
const accessDeniedText =
  'You do not have access to perform this action. Please contact your organization admin.';

/** Returns a 400 with `text` as `detail`. */
export function badRequest(text: string, cause?: unknown): HttpProblem {
  return new HttpProblem(400, { detail: text }, { cause });
}

/**
 * Returns a 400 like `badRequest`, with `loc` as the faulty part of the request. The response body does not contain
 * `loc`.
 */
export function badRequestAt(loc: Location, text: string): HttpProblem {
  return new HttpProblem(400, { detail: text }, { loc });
}

/**
 * Returns a 401 for missing or unknown credentials. The response does not reveal which of these applies. `hint`
 * describes the accepted credentials.
 */
export function unauthorizedRequest(cause?: unknown, hint?: string): HttpProblem {
  // Spanhouse's own API never requests `Basic`, because a browser would then show a login dialog.
  const headers = { 'www-authenticate': 'ApiKey' };
  const detail = { message: 'Unauthorized', ...(hint !== undefined && { hint }) };
  return new HttpProblem(401, { detail }, { headers, cause });
}

/** Returns the 404 for an unknown route or an unknown resource. */
export function notFound(text = 'Not Found'): HttpProblem {
  return new HttpProblem(404, { detail: text });
}

/**
 * Returns the 405 for a path that exists with other methods. Its `Allow` header contains HEAD if `allow` contains GET.
 */
export function methodNotAllowed(
  allow: readonly string[],
  text = 'Method Not Allowed',
): HttpProblem {
  const listed = allow.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return new HttpProblem(405, { detail: text }, { headers: { allow: listed.join(', ') } });
}

/** Returns a 413 for a body larger than `limitBytes`, with the members that RFC 9457 defines. */
export function contentTooLarge(limitBytes: number, cause?: unknown): HttpProblem {
  return tooComplex(`Request body exceeds the limit of ${limitBytes} bytes.`, cause);
}

/** Returns a 413 with the given `detail` and the members that RFC 9457 defines. */
export function tooComplex(detail: string, cause?: unknown): HttpProblem {
  const body = { type: 'about:blank', title: 'Content Too Large', status: 413, detail };
  return new HttpProblem(413, body, { cause });
}

/** Returns a 415 for a content type that the route does not accept. */
export function unsupportedMediaType(text: string): HttpProblem {
  return new HttpProblem(415, { detail: text });
}

/**
 * Returns a 415 for a content encoding that no route accepts. Its `Accept-Encoding` lists the supported encodings (RFC
 * 9110, 15.5.16).
 */
function unsupportedEncoding(cause: unknown): HttpProblem {
  const headers = { 'accept-encoding': 'gzip, deflate, zstd, identity' };
  return new HttpProblem(415, { detail: 'Unsupported Content-Encoding.' }, { headers, cause });
}

/** Returns the 422 for a request that does not match its schema, with one entry for each fault. */
export function unprocessable(details: readonly ValidationDetail[]): HttpProblem {
  return new HttpProblem(422, { detail: details });
}

/** Returns a 429 for a project that exceeds one of its limits. The client may retry after `Retry-After`. */
export function tooManyRequests(text: string, retryAfterSeconds: number): HttpProblem {
  return new HttpProblem(429, { detail: text }, { headers: retryAfter(retryAfterSeconds) });
}

/** Returns a 500 for a defect. The message is always the same, so that no internals reach the client. */
export function internalError(cause: unknown): HttpProblem {
  return new HttpProblem(500, { detail: { message: unexpected } }, { cause });
}

/** Returns a 503 for an unavailable dependency. The client may retry after `Retry-After`. */
export function serviceUnavailable(
  code: UnavailableCode,
  retryAfterSeconds: number,
  cause?: unknown,
): HttpProblem {
  const headers = retryAfter(retryAfterSeconds);
  const detail = { message: unavailableTexts[code], code };
  return new HttpProblem(503, { detail }, { headers, cause });
}

/**
 * Returns a 504 for a read that exceeds its time limit, either while it runs or while it waits for spans to be stored.
 */
function timedOut(code: string, message: string, cause?: unknown): HttpProblem {
  return new HttpProblem(504, { detail: { message, code } }, { cause });
}

function retryAfter(seconds: number): ProblemHeaders {
  return { 'retry-after': String(Math.max(1, Math.ceil(seconds))) };
}

const RETRY_AFTER_SECONDS = 1;
const acceptedKeys =
  'Send an API key of Spanhouse in the header `authorization: ApiKey <key>`, `authorization: Bearer <key>` or ' +
  '`x-api-key: <key>`, or as the password of Basic credentials. In OpenTelemetry SDKs set ' +
  'OTEL_EXPORTER_OTLP_HEADERS="authorization=ApiKey%20<key>".';
const answersOfProject =
  'Too many bytes of the answers of this project are not read yet. Please retry later.';
const shareExhausted = 'Too many bytes of this project are being received. Please retry later.';

const problemByCode: Readonly<Record<string, (error: AppError) => HttpProblem>> = {
  CLICKHOUSE_UNAVAILABLE: (error) => unavailable('storage_unavailable', error),
  CATALOG_UNAVAILABLE: (error) => unavailable('storage_unavailable', error),
  LOG_UNAVAILABLE: (error) => unavailable('log_unavailable', error),
  ANSWERS_OVERLOADED: (error) => unavailable('overloaded', error),
  ANSWER_SHARE_EXHAUSTED: () => tooManyRequests(answersOfProject, RETRY_AFTER_SECONDS),
  UNAUTHORIZED: (error) => unauthorizedRequest(error),
  CREDENTIALS_UNREADABLE: (error) => unauthorizedRequest(error, acceptedKeys),
  FORBIDDEN: (cause) => new HttpProblem(403, { detail: accessDeniedText }, { cause }),
  DEADLINE_EXCEEDED: (error) =>
    timedOut('deadline_exceeded', 'The query did not finish in time.', error),
  NOT_YET_VISIBLE: () =>
    timedOut('not_yet_visible', 'The spans of the receipt are not visible yet.'),
};

/** Converts any thrown value to an HTTP response. Only this function maps errors to statuses. */
export function toHttpProblem(error: unknown): HttpProblem {
  if (error instanceof HttpProblem) {
    return error;
  }
  if (error instanceof BodyReadError) {
    return fromBodyReadError(error);
  }
  if (error instanceof AppError && Object.hasOwn(problemByCode, error.code)) {
    return problemByCode[error.code]?.(error) ?? internalError(error);
  }
  return internalError(error);
}

function unavailable(code: UnavailableCode, error: Error): HttpProblem {
  return serviceUnavailable(code, RETRY_AFTER_SECONDS, error);
}

function fromBodyReadError(error: BodyReadError): HttpProblem {
  switch (error.reason) {
    case 'too_large':
      return contentTooLarge(error.limitBytes, error);
    case 'damaged':
      return badRequest('Failed to decompress the request body.', error);
    case 'unknown_encoding':
      return unsupportedEncoding(error);
    case 'overloaded':
      return unavailable('log_unavailable', error);
    case 'share_exhausted':
      return tooManyRequests(shareExhausted, RETRY_AFTER_SECONDS);
    case 'aborted':
      return badRequest('The request body ended early.', error);
  }
}
