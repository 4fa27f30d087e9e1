import { randomUUID } from 'node:crypto';
import type { ParameterValue } from './statement.js';

/** The parameters as form fields, as ClickHouse takes them beside a query in the address. */
export function multipartBody(parameters: Readonly<Record<string, ParameterValue>>) {
  const boundary = `spanhouse-${randomUUID()}`;
  const fields = Object.entries(parameters).map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="param_${name}"\r\n\r\n${formatParameter(value)}\r\n`,
  );
  return {
    body: Buffer.from(`${fields.join('')}--${boundary}--\r\n`),
    contentType: `multipart/form-data; boundary=${boundary}`,
  };
}

function formatParameter(value: ParameterValue): string {
  if (Array.isArray(value)) {
    return `[${value.map((item) => (typeof item === 'string' ? `'${escapeText(item)}'` : String(item))).join(',')}]`;
  }
  return typeof value === 'string' ? escapeText(value) : String(value);
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
