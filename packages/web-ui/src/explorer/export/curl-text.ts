import type { Json } from '../../api/shown-span.js';
import { writeJson } from '../../parts/values/write-json.js';

interface CurlRequest {
  /** The whole address of the route. */
  readonly url: string;
  /** Absent for a request that only reads an address. */
  readonly body?: Json;
  readonly accept: string;
  /** Whether the service asks for a key; the text then takes it from the variable `SPANHOUSE_API_KEY`. */
  readonly needsKey: boolean;
}

/**
 * Writes a request as a command for a shell. Values come from strangers: each of them is in single quotes. The
 * key is not part of the text.
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
