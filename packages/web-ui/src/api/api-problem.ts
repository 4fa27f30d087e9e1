import { type Json, membersOf, textAt, valueAt } from './shown-span.js';

/** A failed request and the reason for the failure. */
export class ApiProblem extends Error {
  /** The HTTP status of the response; 0 if there was no response. */
  readonly status: number;
  /** The error code in a response with status 503 or 504, such as `CLICKHOUSE_UNAVAILABLE`. */
  readonly code: string | undefined;
  /** The id with which an operator can find the failure in the service's log. */
  readonly supportId: string | undefined;
  /** Number of seconds to wait before a retry, as requested by the service. */
  readonly retryAfterS: number | undefined;

  constructor(
    message: string,
    facts: Pick<ApiProblem, 'status'> &
      Partial<Pick<ApiProblem, 'code' | 'supportId' | 'retryAfterS' | 'cause'>>,
  ) {
    super(message, { cause: facts.cause });
    this.name = 'ApiProblem';
    this.status = facts.status;
    this.code = facts.code;
    this.supportId = facts.supportId;
    this.retryAfterS = facts.retryAfterS;
  }
}

/** Returns true if a request failed because the service did not respond. */
export function isOffline(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 0;
}

/**
 * Converts a failed response to an ApiProblem; see docs/api/errors.md. If `signal` is aborted before the whole body has
 * arrived, rejects with the signal's reason.
 */
export async function readProblem(response: Response, signal?: AbortSignal): Promise<ApiProblem> {
  const body: Json | undefined = await response.json().catch(() => undefined);
  signal?.throwIfAborted();
  const { message, code } = describe(body);
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new ApiProblem(message ?? `The service answered ${response.status}.`, {
    status: response.status,
    code,
    supportId: response.headers.get('x-ag-support-id') ?? undefined,
    retryAfterS: Number.isFinite(retryAfter) ? retryAfter : undefined,
  });
}

function describe(body: Json | undefined) {
  const detail = valueAt(body, 'detail');
  const listed = Array.isArray(detail) ? detail.map(describeEntry).join('\n') : undefined;
  const message = textAt(body, 'detail') ?? listed ?? textAt(detail, 'message');
  return { message, code: textAt(detail, 'code') };
}

/** Describes one entry of a 422 response: the path of the invalid member and the error. */
function describeEntry(entry: Json): string {
  const { loc, msg } = membersOf(entry) ?? {};
  const path = Array.isArray(loc) ? loc.slice(1).join('.') : '';
  return path === '' ? String(msg) : `${path}: ${String(msg)}`;
}
