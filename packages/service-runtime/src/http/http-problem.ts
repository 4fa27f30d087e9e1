export type ProblemHeaders = Readonly<Record<string, string>>;

/** An entry of a 422, as the API contract spells it. */
export interface ValidationDetail {
  readonly type: string;
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly input?: unknown;
  readonly ctx?: Readonly<Record<string, unknown>>;
}

/** Codes of 503 and 504 answers. */
export type UnavailableCode = 'storage_unavailable' | 'log_unavailable';
type TimeoutCode = 'deadline_exceeded' | 'not_yet_visible';

export interface HttpProblemOptions {
  readonly headers?: ProblemHeaders;
  readonly cause?: unknown;
}

/** A response other than success, thrown by HTTP handlers. `body` is sent as JSON. */
export class HttpProblem extends Error {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: ProblemHeaders;

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
  }
}

const UNEXPECTED = 'An unexpected error occurred. Please try again later or contact support.';
const ACCESS_DENIED =
  'You do not have access to perform this action. Please contact your organization admin.';

export function badRequest(text: string, cause?: unknown): HttpProblem {
  return new HttpProblem(400, { detail: text }, { cause });
}

export function unauthorizedRequest(cause?: unknown): HttpProblem {
  const headers = { 'www-authenticate': 'ApiKey' };
  return new HttpProblem(401, { detail: { message: 'Unauthorized' } }, { headers, cause });
}

export function accessDenied(cause?: unknown): HttpProblem {
  return new HttpProblem(403, { detail: ACCESS_DENIED }, { cause });
}

export function notFound(text = 'Not Found'): HttpProblem {
  return new HttpProblem(404, { detail: text });
}

export function methodNotAllowed(
  allow: readonly string[],
  text = 'Method Not Allowed',
): HttpProblem {
  const listed = allow.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return new HttpProblem(405, { detail: text }, { headers: { allow: listed.join(', ') } });
}

export function contentTooLarge(limitBytes: number, cause?: unknown): HttpProblem {
  const body = {
    type: 'about:blank',
    title: 'Content Too Large',
    status: 413,
    detail: `Request body exceeds the limit of ${limitBytes} bytes.`,
  };
  return new HttpProblem(413, body, { cause });
}

export function unsupportedMediaType(text: string, cause?: unknown): HttpProblem {
  return new HttpProblem(415, { detail: text }, { cause });
}

export function unprocessable(details: readonly ValidationDetail[]): HttpProblem {
  return new HttpProblem(422, { detail: details });
}

export function jsonInvalid(reason: string): HttpProblem {
  return unprocessable([
    {
      type: 'json_invalid',
      loc: ['body'],
      msg: 'JSON decode error',
      input: {},
      ctx: { error: reason },
    },
  ]);
}

export function tooManyRequests(text: string, retryAfterSeconds: number): HttpProblem {
  return new HttpProblem(429, { detail: text }, { headers: retryAfter(retryAfterSeconds) });
}

export function internalError(cause: unknown): HttpProblem {
  return new HttpProblem(500, { detail: { message: UNEXPECTED } }, { cause });
}

export function serviceUnavailable(
  code: UnavailableCode,
  retryAfterSeconds: number,
  cause?: unknown,
): HttpProblem {
  const message =
    code === 'log_unavailable'
      ? 'Spans cannot be accepted right now. Please retry later.'
      : 'The span storage is unavailable. Please retry later.';
  const headers = retryAfter(retryAfterSeconds);
  return new HttpProblem(503, { detail: { message, code } }, { headers, cause });
}

export function deadlineExceeded(cause?: unknown): HttpProblem {
  return timedOut('deadline_exceeded', 'The query did not finish in time.', cause);
}

export function notYetVisible(): HttpProblem {
  return timedOut('not_yet_visible', 'The spans of the receipt are not visible yet.');
}

function timedOut(code: TimeoutCode, message: string, cause?: unknown): HttpProblem {
  return new HttpProblem(504, { detail: { message, code } }, { cause });
}

function retryAfter(seconds: number): ProblemHeaders {
  return { 'retry-after': String(Math.max(1, Math.ceil(seconds))) };
}
