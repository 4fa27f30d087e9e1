import { spanhouseVersion } from '@spanhouse/service-runtime';
import type { JsonObject } from '@spanhouse/span-schema';
import {
  addressOf,
  errorSchema,
  schemaRegistry,
  validationErrorSchema,
} from '@spanhouse/span-schema/api';
import { z } from 'zod';
import { ComponentSchemas, toPascalCase } from './component-schemas.js';
import { type Operation, type Operations, tags } from './operation.js';

const jsonTypes = ['application/json'];
/** Ways to send a key. An operation accepts either all of them or none. */
const security = {
  key: [{ apiKey: [] }, { bearer: [] }, { basic: [] }, { apiKeyHeader: [] }],
  admin: [{ adminKey: [] }],
  anyone: [],
};

/** Addresses of the API. The first address is relative to the address of the document. */
const servers = [
  { url: '/', description: 'The installation that serves this document.' },
  { url: 'http://127.0.0.1:8080', description: 'An installation that `npm start` runs.' },
];

const authorization = { type: 'apiKey', in: 'header', name: 'Authorization' };

/**
 * Builds an OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.1.html). Each body schema and answer schema has a
 * registered name and becomes a component. Throws if a schema has no name.
 */
export function buildDocument(operations: Operations) {
  const schemas = registeredSchemas();
  const paths = toPaths(operations, schemas);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Spanhouse',
      version: spanhouseVersion,
      description:
        'A tracing backend for LLM and agent applications. A leading `/api` is ignored, and so is a trailing slash; operations with `x-mirrored` are also served below `/preview`. The folder `docs/api` of the source code specifies every operation; its files errors.md and limits.md apply to all of them.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    tags: Object.entries(tags).map(([name, files]) => ({
      name,
      description: `Specified in ${files.map((file) => `docs/api/${file}`).join(', ')}`,
    })),
    servers,
    paths,
    components: {
      schemas: schemas.all(),
      securitySchemes: {
        apiKey: { ...authorization, description: '`ApiKey <key>`; not needed in open mode.' },
        bearer: { type: 'http', scheme: 'bearer', description: 'The key as the token.' },
        basic: {
          type: 'http',
          scheme: 'basic',
          description: 'The key as the password, with any user name.',
        },
        apiKeyHeader: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        adminKey: { ...authorization, description: '`Access <admin key>`' },
      },
    },
  };
}

/** The document as an object that `JSON.stringify` accepts. */
export type ApiDocument = ReturnType<typeof buildDocument>;

function toPaths(
  operations: Operations,
  schemas: ComponentSchemas,
): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, operation] of Object.entries(operations)) {
    const [method = '', path = ''] = name.split(' ');
    paths[path] = { ...paths[path], [method.toLowerCase()]: toOperation(name, operation, schemas) };
  }
  return paths;
}

function toOperation(name: string, operation: Operation, schemas: ComponentSchemas): object {
  const { tag, summary, access = 'key', deprecated, mirrored, query, body, answers } = operation;
  const operationId = toOperationId(name);
  const inQuery = queryParameters(query, toPascalCase(operationId), schemas);
  const parameters = [...pathParameters(name), ...inQuery];
  const isChecked = parameters.length > 0 || (body && body.contentTypes === undefined);
  return {
    operationId,
    tags: [tag],
    summary,
    security: security[access],
    ...(deprecated && { deprecated }),
    ...(mirrored && { 'x-mirrored': true }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: toBody(body) }),
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, answer]) => [status, toAnswer(answer)]),
      ),
      ...(isChecked && {
        422: toAnswer({
          description: 'The request is invalid; `detail` lists every problem.',
          schema: validationErrorSchema,
        }),
      }),
      default: toAnswer({ description: 'Any other error.', schema: errorSchema }),
    },
  };
}

function toBody(body: NonNullable<Operation['body']>): object {
  const { required, contentTypes } = body;
  const isEmptyAllowed = !required && contentTypes === undefined;
  return {
    ...(isEmptyAllowed && { description: 'No body and `null` mean `{}`.' }),
    required,
    content: toContent(body),
  };
}

/**
 * Describes an answer. The schemas of lines and of optional bodies are in `x-…` members instead of `content`. If they
 * were in `content`, generators would merge them with the schema of the JSON body into one union type, and every client
 * would have to take this type apart.
 */
function toAnswer({
  description,
  line,
  other,
  optionalBody,
  ...content
}: Operation['answers'][number]): object {
  return {
    description,
    ...(content.schema && { content: toContent(content) }),
    ...(line && { 'x-ndjson': { $ref: addressOf(nameOf(line)) } }),
    ...(other && {
      ...(other.schema && { 'x-other-body': { $ref: addressOf(nameOf(other.schema)) } }),
      'x-other-ndjson': { $ref: addressOf(nameOf(other.line)) },
    }),
    ...(optionalBody && { 'x-optional-body': { $ref: addressOf(nameOf(optionalBody)) } }),
  };
}

/**
 * Returns the id of an operation, such as `get_traces_trace_id` for `GET /traces/{trace_id}`. Ignores a trailing slash.
 */
function toOperationId(name: string): string {
  return name.toLowerCase().replaceAll(/\W+/g, '_').replace(/_$/, '');
}

function toContent({
  schema: named,
  contentTypes = jsonTypes,
}: {
  readonly schema?: z.ZodType;
  readonly contentTypes?: readonly string[];
}): object {
  const schema = named === undefined ? {} : { $ref: addressOf(nameOf(named)) };
  return Object.fromEntries(contentTypes.map((type) => [type, { schema }]));
}

function nameOf(schema: z.ZodType): string {
  const name = schemaRegistry.get(schema)?.id;
  if (name === undefined) {
    throw new Error('A schema of the API document has no name');
  }
  return name;
}

/**
 * Converts all registered schemas to JSON Schema. Leaves out checks that JSON Schema cannot express, so a schema may
 * accept more than its route does.
 */
function registeredSchemas(): ComponentSchemas {
  const { schemas } = z.toJSONSchema(schemaRegistry, {
    uri: addressOf,
    io: 'input',
    unrepresentable: 'any',
  });
  const named = new ComponentSchemas();
  for (const [name, schema] of Object.entries(schemas)) {
    named.add(name, schema as JsonObject);
  }
  return named;
}

function pathParameters(name: string): readonly object[] {
  return [...name.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => ({
    name: parameter,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function queryParameters(
  query: z.ZodObject | undefined,
  prefix: string,
  schemas: ComponentSchemas,
): readonly object[] {
  if (query === undefined) {
    return [];
  }
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: 'input' }) as {
    properties?: Record<string, JsonObject>;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: schemas.inline(schema, prefix + toPascalCase(name)),
  }));
}
