import type { Json } from '../http-client.js';

/** A JSON schema from the OpenAPI document. */
export type Schema = Json;

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly schema: Schema;
}

export interface Operation {
  /** The method and the path, for example `GET /traces/{trace_id}`. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly access: 'key' | 'admin' | 'anyone';
  /** True if the operation is also available below `/preview`. */
  readonly isMirrored: boolean;
  readonly parameters: readonly Parameter[];
  readonly body?: { readonly schema: Schema; readonly required: boolean };
  /** The content types of a successful response. */
  readonly answerTypes: readonly string[];
}

export interface ApiDocument {
  readonly operations: readonly Operation[];
  readonly schemas: Readonly<Record<string, Schema>>;
}

/** Returns the operations of an OpenAPI document. Throws if it contains an operation that the tests cannot call. */
export function readApiDocument({ paths, components }: Json): ApiDocument {
  const operations = Object.entries<Json>(paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      access: accessOf(operation.security),
      isMirrored: operation['x-mirrored'] === true,
      parameters: operation.parameters ?? [],
      ...(operation.requestBody && { body: bodyOf(operation.requestBody, path) }),
      answerTypes: Object.entries<Json>(operation.responses)
        .filter(([status]) => status.startsWith('2'))
        .flatMap(([, { content = {}, 'x-ndjson': line }]) => [
          ...Object.keys(content),
          ...(line === undefined ? [] : ['application/x-ndjson']),
        ]),
    })),
  );
  return { operations, schemas: components.schemas };
}

function accessOf(security: readonly Json[]): Operation['access'] {
  const schemes = security.flatMap((one) => Object.keys(one));
  if (schemes.length === 0) {
    return 'anyone';
  }
  return schemes.includes('adminKey') ? 'admin' : 'key';
}

function bodyOf({ required, content }: Json, path: string): Operation['body'] {
  const schema = content['application/json']?.schema;
  if (schema === undefined) {
    throw new Error(`no request can be built for ${path}: it takes no JSON`);
  }
  return { schema, required };
}
