import { authorizationOf, type ClickHouseAccess } from './access.js';

const PROBE_TIMEOUT_MS = 1000;
const identityHeader = 'x-clickhouse-server-display-name';

/** Resolves with true if the server answers queries of its owner and is the one that this process started. */
export async function probeServer(
  access: ClickHouseAccess,
  instanceId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const answer = fetch(`${access.url}/?query=SELECT+1`, {
    // A connection that is kept alive would delay the end of the server.
    headers: { connection: 'close', authorization: authorizationOf(access) },
    signal: AbortSignal.any([signal, AbortSignal.timeout(PROBE_TIMEOUT_MS)]),
  });
  const isOurs = async ({ ok, headers, body }: Response) => {
    await body?.cancel();
    return ok && headers.get(identityHeader) === instanceId;
  };
  // The connection was refused, reset or timed out: the server is not ready yet.
  return await answer.then(isOurs, () => false);
}
