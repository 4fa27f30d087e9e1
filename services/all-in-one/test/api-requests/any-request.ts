import fc from 'fast-check';
import { AnyValue } from './any-value.js';
import { createDraw, type Draw, type Knowledge } from './draw.js';
import type { ApiDocument, Operation, Parameter } from './operations.js';

export interface ApiRequest {
  readonly method: string;
  /** The path including the query string. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Generates requests for an operation from its parameters and schemas. */
export function anyRequestOf(
  operation: Operation,
  { schemas }: ApiDocument,
  knowledge: Knowledge,
): fc.Arbitrary<ApiRequest> {
  return fc.gen().map((gen) => buildRequest(operation, schemas, createDraw(gen, knowledge)));
}

function buildRequest(
  { method, path, isMirrored, parameters, body, answerTypes }: Operation,
  schemas: ApiDocument['schemas'],
  draw: Draw,
): ApiRequest {
  const value = new AnyValue(schemas, draw);
  const prefix = isMirrored && draw.chance(20) ? '/preview' : '';
  const inPath = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(draw.text(name)));
  const inQuery = anyQueryString(parameters, value, draw);
  const sendsBody = body !== undefined && (body.required || draw.chance(90));
  return {
    method,
    path: `${prefix}${inPath}${inQuery}`,
    headers: {
      ...(answerTypes.length > 0 && { accept: draw.oneOf(answerTypes) }),
      ...(sendsBody && { 'content-type': 'application/json' }),
      ...(draw.chance(10) && { 'x-consistent-with': draw.text('receipt') }),
    },
    ...(sendsBody && { body: JSON.stringify(value.of(body.schema, '')) }),
  };
}

function anyQueryString(parameters: readonly Parameter[], value: AnyValue, draw: Draw): string {
  const query = new URLSearchParams();
  for (const { name, in: place, required, schema } of parameters) {
    if (place === 'query' && (required || draw.chance(40))) {
      for (const one of [value.of(schema, name)].flat()) {
        query.append(name, String(one));
      }
    }
  }
  return query.size > 0 ? `?${query}` : '';
}

/** Returns the URL that calls an operation with the given parameter values. */
export function addressOf(
  { path, parameters }: Operation,
  values: ReadonlyMap<string, string>,
): string {
  const inPath = path.replaceAll(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(values.get(name) ?? ''),
  );
  const query = new URLSearchParams();
  for (const { name, in: place } of parameters) {
    const value = values.get(name);
    if (place === 'query' && value !== undefined) {
      query.append(name, value);
    }
  }
  return query.size > 0 ? `${inPath}?${query}` : inPath;
}
