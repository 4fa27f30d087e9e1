// Sends requests one after the other over one connection.
import { Agent } from 'node:http';
import { performance } from 'node:perf_hooks';
import { percentile } from '../percentile.mjs';
import { send } from '../query/clickhouse.mjs';

const WARM_UP_CALLS = 5;

/**
 * Returns functions that measure the system at `url`. `time` accepts a path or `{ path, headers }`; each request of the
 * other functions returns such a value for the number of a call.
 */
export function caller(url, calls) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });

  async function time(request) {
    const { path, headers } = typeof request === 'string' ? { path: request } : request;
    const before = performance.now();
    const answer = await send(`${url}${path}`, { method: 'GET', headers, through: agent });
    const ms = performance.now() - before;
    if (answer.status !== 200) {
      throw new Error(`${path}: ${answer.status} ${answer.text().slice(0, 300)}`);
    }
    return { ms, bytes: answer.bytes().length };
  }

  /** Resolves with the median time of each request. The requests are sent in turn. */
  async function medians(requests, count = calls) {
    const times = requests.map(() => []);
    for (let call = -Math.min(WARM_UP_CALLS, count); call < count; call++) {
      for (const [at, request] of requests.entries()) {
        const { ms } = await time(request(call + WARM_UP_CALLS));
        if (call >= 0) {
          times[at].push(ms);
        }
      }
    }
    return times.map((ms) => percentile(ms, 0.5));
  }

  /**
   * Resolves with a list of one table row. If a request is refused, the list is empty and the other rows are not
   * affected.
   */
  async function rowOf({ line, limit }, request, count) {
    try {
      const [value] = await medians([request], count);
      return [{ line, limit, value, unit: 'ms' }];
    } catch (error) {
      process.stderr.write(`${line}: ${error.message}\n`);
      process.exitCode = 1;
      return [];
    }
  }

  return { time, medians, rowOf };
}
