import type { Json } from '../http-client.js';
import type { KnownValues } from './known-values.js';
import type { Operation } from './operations.js';
import type { ProjectClient } from './project-client.js';

/** A time range that contains the spans of `fillProject`. */
const range = { oldest: '2026-05-01T00:00:00Z', newest: '2026-05-02T00:00:00Z' };
/** Maximum number of reads per operation. */
const MAX_READS = 12;

/**
 * Reads all data of a project: calls every GET operation with every known id, and reads every list. Returns the
 * responses keyed by request, without tokens, because tokens change with every read.
 */
export async function readEverything(
  client: ProjectClient,
  operations: readonly Operation[],
): Promise<Readonly<Record<string, Json>>> {
  const answers: Record<string, Json> = {};
  const read = async (method: string, path: string, body?: Json) => {
    const answer = await client.send(method, path, body);
    answers[`${method} ${path}`] = { status: answer.status, body: answer.body };
  };
  for (const operation of operations) {
    const { access, method, path } = operation;
    if (access === 'key' && method === 'GET') {
      await Promise.all(urlsOf(operation, client.known).map((url) => read('GET', url)));
    } else if (access === 'key' && path.endsWith('/query')) {
      const firstPage = client.send('POST', path, { windowing: { limit: 1 } });
      await Promise.all([read('POST', path, { windowing: range }), firstPage]);
    }
  }
  return answers;
}

/**
 * Returns URLs that call an operation, one for each combination of known values for its path and required parameters.
 * Returns at most `MAX_READS` URLs.
 */
function urlsOf({ path, parameters }: Operation, known: KnownValues): readonly string[] {
  const filled = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce(
      (urls, { name }) =>
        known.of(name).flatMap((value) => {
          return urls.map((url) => url.replace(`{${name}}`, encodeURIComponent(value)));
        }),
      [path],
    );
  const required = parameters.filter((parameter) => parameter.in === 'query' && parameter.required);
  return filled
    .flatMap((url) =>
      required.length === 0
        ? [url]
        : required.flatMap(({ name }) =>
            known.of(name).map((value) => `${url}?${new URLSearchParams({ [name]: value })}`),
          ),
    )
    .slice(0, MAX_READS);
}
