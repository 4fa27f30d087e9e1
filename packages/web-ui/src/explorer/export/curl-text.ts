import type { Json } from '../../api/shown-span.js';
import { writeJson } from '../../parts/values/write-json.js';

interface CurlRequest {
  /** Full URL of the route. */
  readonly url: string;
  /** JSON body of the request; absent for a GET request. */
  readonly body?: Json;
  readonly accept: string;
  /**
   * True if the service requires a key. The command then takes the key from the environment variable
   * `SPANHOUSE_API_KEY`.
   */
  readonly needsKey: boolean;
}

/**
 * Writes a request as a `curl` command. Each value is in single quotes, because values are untrusted. The command never
 * contains the key itself.
 */
export function writeCurl({ url, body, accept, needsKey }: CurlRequest): string {
  const key = needsKey ? ' -H "Authorization: ApiKey $SPANHOUSE_API_KEY"' : '';
  const accepted = ` -H ${quoteForShell(`accept: ${accept}`)}`;
  const data =
    body === undefined
      ? ''
      : ` -H 'content-type: application/json' --data-raw ${quoteForShell(writeJson(body))}`;
  return `curl --fail-with-body -sS${accepted}${key}${data} ${quoteForShell(url)}`;
}

function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
