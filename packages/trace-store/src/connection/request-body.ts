import { Readable } from 'node:stream';
import { packParameters } from './pack-parameters.js';
import type { ParameterValue, Statement } from './statement.js';

/**
 * Maximum length of a statement in the URL. Longer statements are sent in the body. Proxies often limit the URL to 8
 * KiB, and the settings may take half of this length.
 */
const MAX_URL_CHARS = 4096;
/**
 * Maximum length of a form field named `query`. ClickHouse accepts up to 128 KiB per field and concatenates all fields
 * of this name.
 */
const MAX_QUERY_FIELD_CHARS = 100_000;

/** The parts of an HTTP request that contain a statement. */
export interface RequestBody {
  readonly body: Buffer;
  /** The parameters to send in the URL. */
  readonly parameters: Statement['query_params'];
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Distributes a statement over the URL and the body. If the statement is long, its parameters are also sent in the
 * body.
 */
export async function toRequestBody(statement: Statement): Promise<RequestBody> {
  return isShort(statement)
    ? { body: Buffer.from(statement.query), parameters: statement.query_params, headers: {} }
    : { ...(await toForm(statement)), parameters: {} };
}

/**
 * Creates the arguments of the client's `exec` for a statement of any length. Among the client's methods, only `query`
 * can send a form (`use_multipart_params`). However, `query` adds a FORMAT clause, which inserts and deletes do not
 * accept.
 */
export async function toExecParams(statement: Statement) {
  const { query, query_params } = statement;
  if (isShort(statement)) {
    return { query, query_params };
  }
  const { body, headers } = await toForm(statement);
  return { query: '', values: Readable.from([body]), http_headers: headers };
}

function isShort({ query, query_params }: Statement): boolean {
  const size = Object.values(query_params).reduce<number>(
    (sum, value) => sum + (Array.isArray(value) ? value.join("','").length : String(value).length),
    query.length,
  );
  return size <= MAX_URL_CHARS;
}

/** Encodes a statement as a multipart form whose fields do not exceed the limit of ClickHouse. */
async function toForm(statement: Statement) {
  const { query, query_params } = packParameters(statement);
  const form = new FormData();
  for (let start = 0; start < query.length; start += MAX_QUERY_FIELD_CHARS) {
    form.append('query', query.slice(start, start + MAX_QUERY_FIELD_CHARS));
  }
  for (const [name, value] of Object.entries(query_params)) {
    form.append(`param_${name}`, formatParameter(value));
  }
  const encoded = new Response(form);
  const contentType = encoded.headers.get('content-type') ?? '';
  return {
    body: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': contentType },
  };
}

/**
 * Formats a value for the URL parameter `param_…`. The function `formatQueryParams` in @clickhouse/client does not
 * escape NUL. It is also slower, because it processes strings character by character.
 */
export function formatParameter(value: ParameterValue): string {
  return typeof value === 'string' ? escapeText(value) : formatElement(value);
}

function formatElement(value: ParameterValue): string {
  if (typeof value === 'object') {
    return `[${value.map(formatElement).join(',')}]`;
  }
  return typeof value === 'string' ? `'${escapeText(value)}'` : String(value);
}

const escapes: Readonly<Record<string, string>> = {
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '\0': '\\0',
  "'": "\\'",
  '\\': '\\\\',
};

function escapeText(text: string): string {
  return text.replace(/[\t\n\r\0'\\]/g, (character) => escapes[character] ?? character);
}
