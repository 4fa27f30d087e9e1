import { randomUUID } from 'node:crypto';
import type { ParameterValue, Statement } from './statement.js';

/** ClickHouse takes fields of 128 KiB; it puts those named `query` together again. */
const MAX_QUERY_FIELD = 100_000;

/** A statement as form fields: neither its text nor its parameters stand in the address. */
export function multipartBody({ query, query_params }: Statement) {
  const boundary = `spanhouse-${randomUUID()}`;
  const field = (name: string, text: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
  const fields = [];
  for (let start = 0; start < query.length; start += MAX_QUERY_FIELD) {
    fields.push(field('query', query.slice(start, start + MAX_QUERY_FIELD)));
  }
  for (const [name, value] of Object.entries(query_params)) {
    fields.push(field(`param_${name}`, formatParameter(value)));
  }
  return {
    body: Buffer.from(`${fields.join('')}--${boundary}--\r\n`),
    contentType: `multipart/form-data; boundary=${boundary}`,
  };
}

/** As ClickHouse reads `param_…`. */
export function formatParameter(value: ParameterValue): string {
  return typeof value === 'string' ? escapeText(value) : formatElement(value);
}

function formatElement(value: ParameterValue): string {
  if (typeof value === 'object') {
    return `[${value.map(formatElement).join(',')}]`;
  }
  return typeof value === 'string' ? `'${escapeText(value)}'` : String(value);
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '\0': '\\0',
  "'": "\\'",
  '\\': '\\\\',
};

function escapeText(text: string): string {
  return text.replace(/[\t\n\r\0'\\]/g, (character) => ESCAPES[character] ?? character);
}
