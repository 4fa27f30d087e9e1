import fc from 'fast-check';

/** A JSON schema from the API document. */
// biome-ignore lint/suspicious/noExplicitAny: a JSON schema is read as JSON
export type Schema = any;
export type Schemas = Readonly<Record<string, Schema>>;

/** Depth below which generated condition groups and trees are empty. */
const MAX_DEPTH = 5;

const traceId = '5c9f0c3a4f6b4e0e9d0f2b1a3c4d5e6f';
const uuid = '5c9f0c3a-4f6b-4e0e-9d0f-2b1a3c4d5e6f';
const field = fc.constantFrom({ field: 'span_name' }, { field: 'attributes', key: 'a.b' });

/** Generators for schemas with rules that JSON Schema cannot express. */
const meaningful: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  AggregateField: field,
  AggregateTime: fc.constantFrom({ buckets: 3 }, { buckets: null, interval_ms: 3_600_000 }),
  AggregateAxis: fc.constantFrom({}, { scale: 'log', bins: 256, min: 1, max: null }),
  JsonObject: fc.constantFrom({}, { a: { b: [1] } }),
  MetricSpec: fc.constantFrom({}, { type: 'binary', path: 'ag.x', bins: 10_000, edge: null }),
  SpanId: fc.constant('0f2b1a3c4d5e6f70'),
  Time: fc.constantFrom('2026-05-01T10:00:00Z', 1_777_629_600),
  TraceId: fc.constant(traceId),
};

/** Strings for members with rules that JSON Schema cannot express. */
const meaningfulTexts: Readonly<Record<string, string>> = {
  id: traceId,
  slug: 'a-slug',
  filter: '{"conditions":[]}',
  filtering: '{}',
  specs: '[]',
  measures: 'tokens.sum',
  next: 'a token',
  limit: '20',
  interval: '+5',
  rate: '.5',
  span_id: '0f2b1a3c4d5e6f70',
};

/** Generates values that satisfy a schema. */
export function anyValue(
  schema: Schema,
  schemas: Schemas,
  { name = '', depth = 0 }: { readonly name?: string; readonly depth?: number } = {},
): fc.Arbitrary<unknown> {
  const inside: Inside = (inner, innerName = name) =>
    anyValue(inner, schemas, { name: innerName, depth: depth + 1 });
  if (schema.$ref !== undefined) {
    const component = String(schema.$ref).split('/').at(-1) ?? '';
    return meaningful[component] ?? anyValue(schemas[component], schemas, { name, depth });
  }
  const alternatives = schema.anyOf ?? (Array.isArray(schema.type) ? typesOf(schema) : undefined);
  if (alternatives !== undefined) {
    return fc.oneof(...alternatives.map((one: Schema) => inside(one)));
  }
  if (schema.const !== undefined || schema.enum !== undefined) {
    return fc.constantFrom(...(schema.enum ?? [schema.const]));
  }
  switch (schema.type) {
    case 'array':
      return anyList(schema, depth, inside);
    case 'object':
      return anyObject(schema, inside);
    default:
      return anyScalar(schema, name);
  }
}

function anyScalar({ type, format, ...bounds }: Schema, name: string): fc.Arbitrary<unknown> {
  const { minimum = -1000, maximum = minimum + 2000 } = bounds;
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.constantFrom(minimum, maximum);
    case 'number':
      return fc.constantFrom(minimum, maximum, (minimum + maximum) / 2);
    case 'string':
      return fc.constant(format === 'uuid' ? uuid : textOf(name));
    default:
      return fc.constantFrom<unknown>(null, 'a', 1, [], { a: true });
  }
}

type Inside = (schema: Schema, name?: string) => fc.Arbitrary<unknown>;

function anyList(
  { items, minItems = 0, maxItems = 3 }: Schema,
  depth: number,
  inside: Inside,
): fc.Arbitrary<unknown> {
  return depth > MAX_DEPTH && minItems === 0
    ? fc.constant([])
    : fc.array(inside(items), { minLength: minItems, maxLength: Math.min(maxItems, 3) });
}

function typesOf({ type, ...rest }: Schema): readonly Schema[] {
  return type.map((one: string) => ({ ...rest, type: one }));
}

function textOf(name: string): string {
  return meaningfulTexts[name] ?? (/_id$/.test(name) ? traceId : 'a text');
}

function anyObject(
  { properties, required = [], additionalProperties }: Schema,
  inside: Inside,
): fc.Arbitrary<unknown> {
  if (properties === undefined) {
    return fc.dictionary(fc.constantFrom('a', 'b'), inside(additionalProperties ?? {}, 'a'));
  }
  const members = Object.entries<Schema>(properties).map(
    ([key, member]) => [key, inside(member, key)] as const,
  );
  return fc.record(Object.fromEntries(members), { requiredKeys: required });
}

/** A change to one value in a body, and the body after the change. */
export interface Mutation {
  readonly body: unknown;
  readonly change: string;
}

interface Node {
  readonly path: readonly (string | number)[];
  readonly value: unknown;
  readonly schemas: readonly Schema[];
}

/** Returns all bodies that differ from `body` in one value. */
export function mutationsOf(body: unknown, schema: Schema, schemas: Schemas): readonly Mutation[] {
  return nodesOf({ path: [], value: body, schemas: [schema] }, schemas).flatMap((node) =>
    changesOf(node).map(([change, value]) => ({
      body: withValue(body, node.path, value),
      change: `${change} at ${node.path.join('.')}`,
    })),
  );
}

/** Returns the values inside a value, each with every schema that may apply to it. */
function nodesOf(node: Node, all: Schemas): readonly Node[] {
  const { path, value } = node;
  const schemas = node.schemas.flatMap((schema) => resolve(schema, all));
  const isObject = typeof value === 'object' && value !== null;
  const children = isObject ? Object.entries(value) : [];
  const inside = children.flatMap(([key, child]) => {
    const inner = schemas.flatMap(({ properties, additionalProperties, items }) => {
      const found = Array.isArray(value) ? items : (properties?.[key] ?? additionalProperties);
      return typeof found === 'object' ? [found] : [];
    });
    const at = [...path, Array.isArray(value) ? Number(key) : key];
    return inner.length === 0 ? [] : nodesOf({ path: at, value: child, schemas: inner }, all);
  });
  return [{ ...node, schemas }, ...inside];
}

function resolve(schema: Schema, all: Schemas): readonly Schema[] {
  if (schema.$ref !== undefined) {
    return resolve(all[String(schema.$ref).split('/').at(-1) ?? ''], all);
  }
  return schema.anyOf?.flatMap((one: Schema) => resolve(one, all)) ?? [schema];
}

/** Matches members that must not all be null. */
const needed = /^(?:buckets|interval_ms)$/;

function changesOf({ path, value, schemas }: Node): readonly (readonly [string, unknown])[] {
  const bounds = schemas.flatMap(({ minimum, maximum, maxItems, maxLength, minLength }) => [
    ...(maximum === undefined ? [] : [maximum + 1]),
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(maxItems === undefined || !Array.isArray(value) || value.length === 0
      ? []
      : [Array.from({ length: maxItems + 1 }, () => value[0])]),
    ...(maxLength === undefined ? [] : ['a'.repeat(maxLength + 1)]),
    ...(minLength === undefined ? [] : ['a'.repeat(minLength - 1)]),
  ]);
  const isObject = typeof value === 'object' && value !== null;
  const isRecord = isObject && !Array.isArray(value);
  const required = isRecord ? schemas.flatMap(({ required: names = [] }) => names) : [];
  return [
    ...(needed.test(String(path.at(-1))) ? [] : [['null', null] as const]),
    ['another type', isObject ? 5 : []],
    ...(isObject ? [] : [['another scalar', typeof value === 'boolean' ? 1 : true] as const]),
    ...(schemas.some(({ type }) => type === 'integer') ? [['a fraction', 1.5] as const] : []),
    ...(schemas.some((one) => one.enum) ? [['an unknown name', 'no such name'] as const] : []),
    ...required.map((name: string) => [`no ${name}`, without(value as object, name)] as const),
    ...bounds.map((exceeded) => ['a bound exceeded', exceeded] as const),
    ...(isRecord ? [['an unknown member', { ...value, unknown_member: 1 }] as const] : []),
  ];
}

function without(value: object, name: string): object {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}

function withValue(body: unknown, [key, ...path]: Node['path'], value: unknown): unknown {
  if (key === undefined) {
    return value;
  }
  const copy = Array.isArray(body) ? [...body] : { ...(body as object) };
  const members = copy as Record<string | number, unknown>;
  members[key] = withValue(members[key], path, value);
  return copy;
}
