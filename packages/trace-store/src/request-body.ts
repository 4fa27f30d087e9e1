import { Readable } from 'node:stream';
import { multipartBody } from './multipart-body.js';
import { packParameters } from './pack-parameters.js';
import type { Statement } from './statement.js';

/** Longer statements travel in the body: servers and proxies limit the address. */
const MAX_PARAMETER_CHARS = 8192;

export interface RequestBody {
  readonly body: Buffer;
  /** Those that stand in the address. */
  readonly parameters: Statement['query_params'];
  readonly headers: Readonly<Record<string, string>>;
}

export function toRequestBody(statement: Statement): RequestBody {
  return isShort(statement)
    ? { body: Buffer.from(statement.query), parameters: statement.query_params, headers: {} }
    : { ...longBody(statement), parameters: {} };
}

/** A statement for @clickhouse/client, its values where there is room for them. */
export function withParameters(statement: Statement) {
  const { query, query_params } = statement;
  if (isShort(statement)) {
    return { query, query_params };
  }
  const { body, headers } = longBody(statement);
  return { query: '', values: Readable.from([body]), http_headers: headers };
}

function isShort({ query, query_params }: Statement): boolean {
  const size = Object.values(query_params).reduce<number>(
    (sum, value) => sum + (Array.isArray(value) ? value.join("','").length : String(value).length),
    query.length,
  );
  return size <= MAX_PARAMETER_CHARS;
}

function longBody(statement: Statement) {
  const { body, contentType } = multipartBody(packParameters(statement));
  return { body, headers: { 'content-type': contentType } };
}
