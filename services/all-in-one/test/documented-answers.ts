import { createApiDocument } from '@spanhouse/trace-query/api-document';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Json } from './http-client.js';

export interface ReceivedAnswer {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  /** The content type, or `''` if the response has none. */
  readonly contentType: string;
  readonly text: string;
}

/**
 * Matches paths outside the documented API: metrics, the documentation page, MCP, other products' APIs, and paths of
 * ClickHouse and Prometheus.
 */
const otherPaths =
  /^\/((?:api\/)?metrics|mcp|docs(\/.*)?|(tempo|jaeger|zipkin)(\/.*)?|span-metrics|ping|-\/ready|api\/v1\/(query|rules|alerts|series|targets).*)?$/;

const document: Json = JSON.parse(JSON.stringify(createApiDocument()), closeObject);
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ $id: 'document', components: document.components });

const operations = Object.entries<Json>(document.paths).map(([path, methods]) => ({
  pattern: new RegExp(`^${withoutSlash(path).replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  path,
  methods,
}));

/** Throws if the OpenAPI document does not describe the operation, status, content type and body of a response. */
export function checkAnswer({ method, url, status, contentType, text }: ReceivedAnswer): void {
  const { pathname } = new URL(url);
  if (otherPaths.test(pathname) || method === 'OPTIONS') {
    return;
  }
  const operation = operationOf(method, pathname);
  if (operation === undefined && status >= 400) {
    return;
  }
  try {
    const response = responseOf(operation, status);
    checkBody(response, contentType.split(';')[0] ?? '', text);
  } catch (cause) {
    const problem = `${method} ${pathname} answered ${status}, which the API document does not describe`;
    throw new Error(`${problem}: ${(cause as Error).message}\n${text.slice(0, 1000)}`, { cause });
  }
}

function responseOf(operation: Json, status: number): Json {
  if (operation === undefined) {
    throw new Error('it has no such operation');
  }
  const { [status]: response, default: failure, ...others } = operation.responses;
  const found = response ?? (status >= 400 ? failure : undefined);
  if (found === undefined) {
    throw new Error(`it has ${Object.keys(others)}`);
  }
  return found;
}

function operationOf(method: string, pathname: string): Json {
  const path = withoutSlash(pathname.replace(/^\/api(?=\/)/, ''));
  const inner = path.replace(/^\/preview(?=\/)/, '');
  const found = operations
    .filter(({ pattern }) => pattern.test(inner))
    .sort((one, other) => one.path.split('{').length - other.path.split('{').length)
    .map(({ methods }) => methods[method.toLowerCase()])
    .find((operation) => operation !== undefined);
  return inner === path || found?.['x-mirrored'] ? found : undefined;
}

function checkBody(response: Json, contentType: string, text: string): void {
  const { content = {}, 'x-ndjson': line, 'x-optional-body': optionalBody } = response;
  const { 'x-other-ndjson': otherLine, 'x-other-body': otherBody } = response;
  if (contentType === 'application/x-ndjson' && line !== undefined) {
    for (const one of text.split('\n').filter((part) => part !== '')) {
      checkEither([line, otherLine], one);
    }
  } else if (text === '' && Object.keys(content).length === 0) {
    return;
  } else if (contentType === 'application/json' && optionalBody !== undefined) {
    checkJson(optionalBody, text);
  } else if (content[contentType] === undefined) {
    throw new Error(`the type is "${contentType}", not ${Object.keys(content)}`);
  } else if (contentType === 'application/json') {
    checkEither([content[contentType].schema, otherBody], text);
  }
}

/**
 * Checks a response against two schemas. If it fits neither, throws the problems of the first schema, which is the more
 * common one.
 */
function checkEither([usual, other]: readonly Json[], text: string): void {
  try {
    checkJson(usual, text);
  } catch (error) {
    try {
      checkJson(other ?? usual, text);
    } catch {
      throw error;
    }
  }
}

function checkJson({ $ref }: Json, text: string): void {
  const validate = $ref === undefined ? undefined : ajv.getSchema(`document${$ref}`);
  if (validate?.(JSON.parse(text)) === false) {
    const problems = validate.errors?.slice(0, 5).map(({ instancePath, message, params }) => {
      return `${instancePath} ${message} ${JSON.stringify(params)}`;
    });
    throw new Error(`${$ref}: ${problems?.join('; ')}`);
  }
}

/** Restricts an object schema to its documented members, unless the schema explicitly allows others. */
function closeObject(_key: string, value: Json): Json {
  const isOpenObject = value?.properties !== undefined && value.additionalProperties === undefined;
  return isOpenObject ? { ...value, additionalProperties: false } : value;
}

function withoutSlash(path: string): string {
  return path.replace(/(?<=.)\/$/, '');
}
