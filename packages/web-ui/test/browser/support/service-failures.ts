import type { Route } from 'playwright-core';

/** A failure described in docs/api/errors.md, and the message that pages show for it. */
export interface ServiceFailure {
  readonly status: number;
  readonly title: string;
  readonly message: string;
  /** The whole response body. The default is `{ detail: message }`. */
  readonly body?: object;
  readonly retryAfterS?: number;
}

const supportId = '4f6d3a52-7c1e-4a0c-9a3b-2f1f0f9f6a11';

export const storeDown = unavailable('storage_unavailable', {
  status: 503,
  title: 'The service cannot answer now.',
  message: 'The span storage is unavailable. Please retry later.',
});

export const logDown = unavailable('log_unavailable', {
  status: 503,
  title: 'The service cannot answer now.',
  message: 'Spans cannot be accepted right now. Please retry later.',
});

export const failures: readonly ServiceFailure[] = [
  {
    status: 403,
    title: 'The key does not allow this.',
    message: 'Missing permission: view_spans.',
  },
  {
    status: 413,
    title: 'The request is too large.',
    message: 'Request body exceeds the limit of 16777216 bytes.',
  },
  {
    status: 429,
    title: 'Too many requests.',
    message: 'Rate limit exceeded. Please retry after 3 seconds.',
    retryAfterS: 3,
  },
  storeDown,
  unavailable('deadline_exceeded', {
    status: 504,
    title: 'The search took too long.',
    message: 'The query did not finish in time.',
  }),
];

function unavailable(code: string, failure: ServiceFailure): ServiceFailure {
  const detail = { message: failure.message, code, operation_id: 'post_spans_query' };
  return { ...failure, body: { detail } };
}

/** Returns a route handler that responds with a failure in place of the service. */
export function answerWith(failure: ServiceFailure): (route: Route) => Promise<void> {
  const { status, message, body = { detail: message }, retryAfterS } = failure;
  const isServerFault = status >= 500;
  const headers = {
    ...(retryAfterS !== undefined && { 'retry-after': String(retryAfterS) }),
    ...(isServerFault && {
      'x-ag-support-id': supportId,
      'x-ag-support-ts': '2026-05-01T10:05:00.000Z',
    }),
  };
  return (route) => route.fulfill({ status, json: body, headers });
}

/** Text that pages show for an internal failure of the service. It contains the support id. */
export const supportText = `Support id ${supportId}`;
