import { spanhouseVersion } from '@spanhouse/service-runtime';
import type { JsonObject } from '@spanhouse/span-schema';
import { errorShape, shapeRegistry, validationErrorShape } from '@spanhouse/span-schema/api';
import { z } from 'zod';
import { type Operation, type Operations, tags } from './operation.js';

const jsonTypes = ['application/json'];
const security = {
  key: [{ apiKey: [] }],
  admin: [{ adminKey: [] }],
  anyone: [],
};

const authorization = { type: 'apiKey', in: 'header', name: 'Authorization' };

/**
 * Builds an OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.1.html). Every shape of a body
 * or an answer is registered by name and becomes a component. Throws if a shape has no name.
 */
export function buildDocument(operations: Operations) {
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
    paths: toPaths(operations),
    components: {
      schemas: toSchemas(),
      securitySchemes: {
        apiKey: { ...authorization, description: '`ApiKey <key>`; not needed in open mode.' },
        adminKey: { ...authorization, description: '`Access <admin key>`' },
      },
    },
  };
}

/** The document as a plain object that JSON.stringify accepts. */
export type ApiDocument = ReturnType<typeof buildDocument>;

function toPaths(operations: Operations): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, operation] of Object.entries(operations)) {
    const [method = '', path = ''] = name.split(' ');
    paths[path] = { ...paths[path], [method.toLowerCase()]: toOperation(operation, path) };
  }
  return paths;
}

function toOperation(operation: Operation, path: string): object {
  const { tag, summary, access = 'key', deprecated, mirrored, query, body, answers } = operation;
  const parameters = [...pathParameters(path), ...queryParameters(query)];
  return {
    tags: [tag],
    summary,
    security: security[access],
    ...(deprecated && { deprecated }),
    ...(mirrored && { 'x-mirrored': true }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: body.required, content: toContent(body) } }),
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, answer]) => [status, toAnswer(answer)]),
      ),
      ...(body !== undefined &&
        body.contentTypes === undefined && {
          422: toAnswer({
            description: 'The request is invalid; `detail` lists every problem.',
            shape: validationErrorShape,
          }),
        }),
      default: toAnswer({ description: 'Any other error.', shape: errorShape }),
    },
  };
}

function toAnswer({ description, line, ...content }: Operation['answers'][number]): object {
  const lines = line && toContent({ shape: line, contentTypes: ['application/x-ndjson'] });
  return { description, ...(content.shape && { content: { ...toContent(content), ...lines } }) };
}

function toContent({
  shape,
  contentTypes = jsonTypes,
}: {
  readonly shape?: z.ZodType;
  readonly contentTypes?: readonly string[];
}): object {
  const schema = shape === undefined ? {} : { $ref: addressOf(nameOf(shape)) };
  return Object.fromEntries(contentTypes.map((type) => [type, { schema }]));
}

function nameOf(shape: z.ZodType): string {
  const name = shapeRegistry.get(shape)?.id;
  if (name === undefined) {
    throw new Error('A shape of the API document has no name');
  }
  return name;
}

function addressOf(name: string): string {
  return `#/components/schemas/${name}`;
}

/**
 * Returns the JSON schema of every registered shape. A check that JSON Schema cannot express is left
 * out, so the schema may accept more than the route.
 */
function toSchemas(): Record<string, object> {
  const { schemas } = z.toJSONSchema(shapeRegistry, {
    uri: addressOf,
    io: 'input',
    unrepresentable: 'any',
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _dialect, $id: _address, ...schema }]) => [
      name,
      schema,
    ]),
  );
}

function pathParameters(path: string): readonly object[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function queryParameters(query: z.ZodObject | undefined): readonly object[] {
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
    schema,
  }));
}
