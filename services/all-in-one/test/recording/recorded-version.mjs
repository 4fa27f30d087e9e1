import { startSystem } from '../../../../scripts/start-system.mjs';

/** Starts a built version in one process. Resolves with its address and its process. */
export function startVersion(worktree, dataDir, settings) {
  const env = { HTTP_HOST: '127.0.0.1', RECEIPT_MAX_WAIT_MS: '120000', ...settings };
  return startSystem(dataDir, { checkout: worktree, env });
}

/** Returns request headers that make a read wait until the spans of the given receipts are stored. */
export function consistentWith(receipts) {
  return receipts.length === 0
    ? {}
    : { 'x-consistent-with': receipts.join(','), 'x-consistency-timeout-ms': '120000' };
}

/** Sends a request and resolves with the response. */
export async function send(url, { method = 'GET', path, headers, body }) {
  const isBytes = body instanceof Uint8Array;
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(body !== undefined && !isBytes && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: isBytes ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('/json');
  return {
    status: response.status,
    receipt: response.headers.get('x-ingest-receipt') ?? undefined,
    body: isJson ? JSON.parse(text) : text,
  };
}

/** Sends a write and resolves with the response. Rejects if the version refuses any part of the write. */
export async function write(url, request) {
  const answer = await send(url, request);
  if (answer.status >= 300 || answer.body.dropped !== undefined) {
    throw new Error(`${request.path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  }
  return answer;
}
