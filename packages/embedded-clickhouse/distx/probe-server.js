const PROBE_TIMEOUT_MS = 1000;
const IDENTITY_HEADER = 'x-clickhouse-server-display-name';
/** True when the server at `url` answers queries and is the one we started. */
export async function probeServer(url, instanceId, signal) {
    const answer = fetch(`${url}/?query=SELECT+1`, {
        // A connection that is kept alive would hold up the end of the server.
        headers: { connection: 'close' },
        signal: AbortSignal.any([signal, AbortSignal.timeout(PROBE_TIMEOUT_MS)]),
    });
    const isOurs = async ({ ok, headers, body }) => {
        await body?.cancel();
        return ok && headers.get(IDENTITY_HEADER) === instanceId;
    };
    // Refused, reset or timed out: not there yet.
    return await answer.then(isOurs, () => false);
}
//# sourceMappingURL=probe-server.js.map