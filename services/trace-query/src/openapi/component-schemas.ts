import type { JsonObject, JsonValue } from '@spanhouse/span-schema';

type Schemas = Record<string, JsonObject>;

const reference = '#/components/schemas/';
const nullSchema = { type: 'null' };

/**
 * Names the schemas inside other schemas. Objects with members, enumerations and unions become components, because
 * generators would otherwise invent names that collide. Equal schemas share one component. A nullable member becomes a
 * list of types that includes `null`, or a union of a component and `null`.
 */
export class ComponentSchemas {
  readonly #schemas: Schemas = {};
  readonly #names = new Map<string, string>();

  /** Adds a schema under the given name. */
  add(name: string, schema: JsonObject): void {
    this.#register(name, this.#simplify(schema, name));
  }

  /**
   * Returns the schema for use inside another schema: a reference if the schema is a component, otherwise the schema
   * itself. `name` is the name of a new component.
   */
  inline(schema: JsonObject, name: string): JsonObject {
    const simple = this.#simplify(schema, name);
    if (!needsName(simple)) {
      return simple;
    }
    const known = this.#names.get(JSON.stringify(simple));
    return { $ref: `${reference}${known ?? this.#register(name, simple)}` };
  }

  /** Returns all components, keyed by name. */
  all(): Readonly<Schemas> {
    return this.#schemas;
  }

  #register(name: string, schema: JsonObject): string {
    if (this.#schemas[name] !== undefined) {
      throw new Error(`Two schemas of the API document have the name ${name}`);
    }
    this.#schemas[name] = schema;
    this.#names.set(JSON.stringify(schema), name);
    return name;
  }

  #simplify(
    {
      $schema: _dialect,
      $id: _address,
      propertyNames: _anyText,
      default: preset,
      prefixItems,
      ...rest
    }: JsonObject,
    name: string,
  ): JsonObject {
    const schema: JsonObject = {
      ...rest,
      ...(Array.isArray(prefixItems) && fixedList(prefixItems)),
      ...(preset !== undefined && { description: withDefault(rest, preset) }),
    };
    if (schema['anyOf'] !== undefined) {
      return this.#simplifyUnion(schema, name);
    }
    if (schema['$ref'] !== undefined) {
      const { $ref, description } = schema;
      return { $ref, ...(description !== undefined && { description }) };
    }
    const { properties, items, additionalProperties } = schema as Record<string, JsonObject>;
    return {
      ...schema,
      ...(properties && { properties: this.#inlineMembers(properties as Schemas, name) }),
      ...(items && { items: this.inline(items, name) }),
      ...(isSchema(additionalProperties) && {
        additionalProperties: this.inline(additionalProperties, `${name}Value`),
      }),
    };
  }

  #inlineMembers(properties: Schemas, name: string): Schemas {
    const members = Object.entries(properties);
    return Object.fromEntries(
      members.map(([key, schema]) => [key, this.inline(schema, name + toPascalCase(key))]),
    );
  }

  #simplifyUnion({ anyOf, ...rest }: JsonObject, name: string): JsonObject {
    const alternatives = anyOf as JsonObject[];
    const values = alternatives.filter(({ type }) => type !== 'null');
    const isNullable = values.length < alternatives.length;
    if (values.length > 1) {
      const union = { anyOf: values.map((value) => this.#inlineAlternative(value, name)) };
      return isNullable ? { ...rest, ...this.#orNull(union, name) } : { ...rest, ...union };
    }
    const value = this.inline(values[0] ?? {}, name);
    const { type } = value;
    if (!isNullable || (type === undefined && value['$ref'] === undefined)) {
      return { ...value, ...rest };
    }
    return typeof type === 'string'
      ? { ...value, ...rest, type: [type, 'null'] }
      : { ...rest, anyOf: [value, nullSchema] };
  }

  /**
   * Converts a nullable union to a union of a component and `null`. Without the component, generators would give the
   * same name to the union and to its nullable form.
   */
  #orNull(union: JsonObject, name: string): JsonObject {
    const known = this.#names.get(JSON.stringify(union));
    const $ref = `${reference}${known ?? this.#register(name, union)}`;
    return { anyOf: [{ $ref }, nullSchema] };
  }

  /**
   * Returns the schema for use as a member of a union. Maps become components too, because generators create a class
   * for each map in a union.
   */
  #inlineAlternative(schema: JsonObject, name: string): JsonObject {
    const simple = this.inline(schema, name + (schema['type'] === 'object' ? 'Map' : 'Item'));
    return simple['type'] === 'object'
      ? { $ref: `${reference}${this.#register(`${name}Map`, simple)}` }
      : simple;
  }
}

/** Converts a name such as `trace_id` or `get_traces` to a component name. */
export function toPascalCase(name: string): string {
  return name.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * Adds the default value to the description. The keyword `default` is not used, because many generators would then
 * treat the member as required.
 */
function withDefault({ description }: JsonObject, preset: unknown): string {
  const sentence = `Default: ${JSON.stringify(preset)}.`;
  return typeof description === 'string' ? `${description} ${sentence}` : sentence;
}

/** Describes a tuple of items with equal schemas as a list schema that generators support. */
function fixedList(items: readonly JsonValue[]): JsonObject {
  return { items: items[0] ?? {}, minItems: items.length, maxItems: items.length };
}

function needsName({ properties, enum: names, anyOf, type }: JsonObject): boolean {
  return properties !== undefined || names !== undefined || isUnion(anyOf) || isUnion(type);
}

/** Returns true if a list of types or schemas has at least two members other than null. */
function isUnion(alternatives: unknown): boolean {
  const isNull = (one: unknown) => one === 'null' || (isSchema(one) && one['type'] === 'null');
  return Array.isArray(alternatives) && alternatives.filter((one) => !isNull(one)).length > 1;
}

function isSchema(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null;
}
