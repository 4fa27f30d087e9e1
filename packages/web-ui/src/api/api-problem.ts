import { type Json, membersOf, textAt, valueAt } from './shown-span.js';

/** A failed request, with the reason that the service or the connection reported. */
export class ApiProblem extends Error {
  /** The status of the response; 0 if there was no response. */
  readonly status: number;
  /** The code of a 503 or 504, such as `CLICKHOUSE_UNAVAILABLE`. */
  readonly code: string | undefined;
  /** The id by which the operator finds the failure in the log. */
  readonly supportId: string | undefined;
  /** Seconds that the service asks to wait before a retry. */
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

/** Returns true if a request failed because the service did not answer. */
export function isOffline(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 0;
}

/**
 * Reads the failure that a response describes; see docs/api/errors.md. Rejects with the reason of `signal` if the
 * signal is aborted before the whole body arrives.
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

/** Describes one entry of a 422 response: the path of the member and the mistake. */
function describeEntry(entry: Json): string {
  const { loc, msg } = membersOf(entry) ?? {};
  const path = Array.isArray(loc) ? loc.slice(1).join('.') : '';
  return path === '' ? String(msg) : `${path}: ${String(msg)}`;
}
