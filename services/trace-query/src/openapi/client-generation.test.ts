import { createApiDocument } from './api-document.js';

// biome-ignore lint/suspicious/noExplicitAny: the tests walk through the document as JSON
type Json = any;

const document: Json = JSON.parse(JSON.stringify(createApiDocument()));
const schemas: Readonly<Record<string, Json>> = document.components.schemas;

const operations = Object.values<Json>(document.paths).flatMap((path) => Object.values<Json>(path));

/** Returns all objects inside a value, each with its JSON pointer in the document. */
function nodesOf(value: Json, at: string): readonly { readonly at: string; readonly node: Json }[] {
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  const inside = Object.entries(value).flatMap(([key, one]) => nodesOf(one, `${at}/${key}`));
  return [{ at, node: value }, ...inside];
}

/** Unnamed schemas inside other schemas, parameters or bodies. */
const inlineSchemas = nodesOf(document, '#').filter(
  ({ at }) =>
    !/^#\/components\/schemas\/\w+$/.test(at) && // excludes components
    !/\/properties$/.test(at), // members, among which one may be called `type`
);

/**
 * Returns true if a schema is a union of several types other than null. Generators need no name for a union of one type
 * and null.
 */
function isUnion({ anyOf, oneOf, allOf, type }: Json): boolean {
  const types = Array.isArray(type) ? type.filter((one) => one !== 'null') : [];
  const values = anyOf?.filter((one: Json) => one.type !== 'null') ?? [];
  return values.length > 1 || oneOf !== undefined || allOf !== undefined || types.length > 1;
}

describe('the API document, for generators of clients', () => {
  it('has servers, and the first is the address of the document', () => {
    expect(document.servers[0].url).toBe('/');
  });

  it('has a different operationId for each operation', () => {
    const ids = operations.map(({ operationId }) => operationId);

    expect(ids.filter((id) => !/^[a-z][a-z0-9_]+$/.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(operations.length);
    expect(document.paths['/traces/{trace_id}'].get.operationId).toBe('get_traces_trace_id');
  });

  it('has a name for each union', () => {
    expect(inlineSchemas.filter(({ node }) => isUnion(node)).map(({ at }) => at)).toEqual([]);
  });

  it('has a name for each object with members and each enumeration', () => {
    const nameless = inlineSchemas.filter(
      ({ node }) =>
        node.enum !== undefined || (node.type === 'object' && node.properties !== undefined),
    );

    expect(nameless.map(({ at }) => at)).toEqual([]);
  });

  it('refers to components that exist', () => {
    const names = nodesOf(document, '#')
      .map(({ node }) => node.$ref)
      .filter((ref) => ref !== undefined)
      .map((ref) => String(ref).replace('#/components/schemas/', ''));

    expect(names.filter((name) => schemas[name] === undefined)).toEqual([]);
  });

  it('states defaults in words, because generators require members that have a default', () => {
    const withDefault = nodesOf(document, '#').filter(({ node }) => 'default' in node);

    expect(withDefault.filter(({ at }) => !/\/responses$/.test(at))).toEqual([]);
    expect(schemas['MetricSpec'].properties.path.description).toBe('Default: "*".');
  });

  it('has one schema for all media types of an answer', () => {
    const answers = operations.flatMap(({ responses }) => Object.values<Json>(responses));
    const counts = answers.map(
      ({ content = {} }) => new Set(Object.values(content).map((one) => JSON.stringify(one))).size,
    );

    expect(Math.max(...counts)).toBe(1);
  });

  it('has the 422 of each operation whose parameters or JSON are checked', () => {
    const checked = operations.filter(
      ({ parameters, requestBody }) =>
        parameters !== undefined ||
        Object.keys(requestBody?.content ?? {}).join() === 'application/json',
    );

    expect(checked.length).toBeGreaterThan(60);
    for (const { responses } of checked) {
      expect(responses['422'].content['application/json'].schema).toEqual({
        $ref: '#/components/schemas/ValidationProblem',
      });
    }
  });

  it('has no body for a Zipkin request whose spans are all accepted', () => {
    expect(document.paths['/v2/spans'].post.responses['202']).not.toHaveProperty('content');
  });
});
