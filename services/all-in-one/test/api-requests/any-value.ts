import type { Json } from '../http-client.js';
import { type Draw, unlike } from './draw.js';
import type { Schema } from './operations.js';
import { anyOtlpRequest, anyZipkinSpans } from './protocol-bodies.js';

/** Maximum depth at which nested objects have optional members. Deeper objects have only required members. */
const MAX_DEPTH = 5;

/** Members that almost every request needs, although their schema marks them as optional. */
const usualMembers = new Set(['start_time', 'end_time', 'slug', 'id', 'data', 'spans']);

/** Times that differ by seconds, minutes or hours. */
const times = ['2026-05-01T10:00:00Z', '2026-05-01T10:00:01.5Z', '2026-05-02T00:00:00Z'];

/** The member whose values a map uses as keys, keyed by the map's name. For example, `traces` is keyed by trace id. */
const keysOf: Readonly<Record<string, string>> = { traces: 'trace_id', spans: 'span_name' };

/**
 * Generates values that fit the schemas of an OpenAPI document. For a schema that accepts any value, generates values
 * that the API can process.
 */
export class AnyValue {
  readonly #schemas: Readonly<Record<string, Schema>>;
  readonly #draw: Draw;
  #depth = 0;

  constructor(schemas: Readonly<Record<string, Schema>>, draw: Draw) {
    this.#schemas = schemas;
    this.#draw = draw;
  }

  /** Returns a value for the member or parameter `name`. */
  of(schema: Schema, name: string): Json {
    if (schema.$ref !== undefined) {
      return this.#ofComponent(String(schema.$ref).split('/').at(-1) ?? '', name);
    }
    if (schema.const !== undefined) {
      return schema.const;
    }
    if (schema.enum !== undefined) {
      return this.#draw.oneOf(schema.enum);
    }
    if (schema.anyOf !== undefined) {
      return this.#ofAlternatives(schema.anyOf, name);
    }
    const [type] = [schema.type].flat();
    switch (type) {
      case 'object':
        return this.#ofObject(schema, name);
      case 'array':
        return this.#list(() => this.of(schema.items, name));
      case 'string':
        return schema.pattern === undefined ? this.#ofText(name) : '1'; // a number as a string
      case 'integer':
      case 'number':
        return this.#ofNumber(schema);
      case 'boolean':
        return this.#draw.chance(50);
      case undefined:
        return this.#ofLooseSchema(schema, name);
      default:
        throw new Error(`no request can be built: ${name} has the type ${type}`);
    }
  }

  #ofComponent(component: string, name: string): Json {
    switch (component) {
      case 'ExportTraceServiceRequest':
        return anyOtlpRequest(this.#draw);
      case 'ZipkinSpans':
        return anyZipkinSpans(this.#draw);
      case 'JsonObject':
        return this.#freeObject();
      case 'Time':
        return this.#draw.oneOf(times);
      default:
        return this.of(this.#schemas[component], name);
    }
  }

  #ofAlternatives(alternatives: readonly Schema[], name: string): Json {
    const values = alternatives.filter(({ type }) => type !== 'null');
    const isNullable = values.length < alternatives.length;
    return isNullable && this.#draw.chance(5) ? null : this.of(this.#draw.oneOf(values), name);
  }

  #ofObject({ properties, required = [], additionalProperties }: Schema, name: string): Json {
    if (properties === undefined) {
      const keys = this.#list(() => this.#draw.text(keysOf[name] ?? 'key'));
      return Object.fromEntries(keys.map((key) => [key, this.of(additionalProperties ?? {}, key)]));
    }
    this.#depth += 1;
    const noun = name.replace(/_refs?$/, '');
    const isReference = noun !== name;
    const members = Object.entries<Schema>(properties)
      .filter(
        ([key]) => required.includes(key) || this.#draw.chance(this.#likelihood(key, isReference)),
      )
      .map(([key, schema]) => [key, this.of(schema, isNamed(key, noun) ? `${noun}_${key}` : key)]);
    this.#depth -= 1;
    const built = Object.fromEntries(members);
    return 'field' in built ? { ...built, value: this.#conditionValue(built) } : built;
  }

  /** Returns the percentage of generated objects that contain the optional member `key`. */
  #likelihood(key: string, isReference: boolean): number {
    if (this.#depth > MAX_DEPTH) {
      return 0;
    }
    if (isReference) {
      return key === 'id' ? 90 : 15;
    }
    return usualMembers.has(key) ? 90 : key.endsWith('_ref') ? 60 : 35;
  }

  #ofText(name: string): string {
    switch (name) {
      case 'trace_ids':
      case 'span_ids':
        return this.#list(() => this.#draw.text(name)).join();
      case 'filter':
      case 'filtering':
        return JSON.stringify(this.#ofComponent('Filtering', name));
      case 'specs':
        return JSON.stringify(this.#list(() => this.#ofComponent('MetricSpec', name)));
      case 'flags':
      case 'tags':
        return JSON.stringify(this.#freeObject());
      default:
        return /_slug$/.test(name) && this.#draw.chance(50)
          ? unlike(this.#draw.text(name)) // a name for a new object
          : this.#draw.text(name);
    }
  }

  #ofNumber({ minimum = 0, maximum = 1000 }: Schema): number {
    return Math.min(maximum, Math.max(minimum, this.#draw.oneOf([0, 1, 2, 60])));
  }

  /**
   * Returns a value for a schema that accepts any value. Throws if the schema has an unsupported keyword, such as
   * `allOf`.
   */
  #ofLooseSchema({ description: _description, ...rules }: Schema, name: string): Json {
    if (Object.keys(rules).length > 0) {
      throw new Error(`no request can be built: the schema of ${name} has ${Object.keys(rules)}`);
    }
    return this.#freeObject();
  }

  /** Returns a value that suits a condition's operator and field. */
  #conditionValue({ field, operator, key }: Json): Json {
    const one = () => this.#comparedValue(field, operator, key);
    const takesList = ['in', 'not_in', 'btwn'].includes(operator);
    return takesList ? [one(), one()] : one();
  }

  #comparedValue(field: string, operator: string, key: string): Json {
    const isEntry = operator === 'in' || operator === 'not_in';
    if (field === 'links' && isEntry) {
      return { trace_id: this.#draw.text('trace_id'), span_id: this.#draw.text('span_id') };
    }
    if (['references', 'hashes', 'events'].includes(field) && isEntry) {
      return field === 'references' ? { slug: this.#draw.text('slug') } : {};
    }
    return this.#draw.text(field.endsWith('attributes') ? key : field);
  }

  #freeObject(): Json {
    const keys = this.#list(() => this.#draw.text('key'));
    return Object.fromEntries(keys.map((key) => [key, this.#draw.text(key)]));
  }

  #list<Value>(build: () => Value): readonly Value[] {
    const isDeep = this.#depth > MAX_DEPTH;
    const length = isDeep ? 0 : this.#draw.oneOf([1, 1, 1, 2]);
    return Array.from({ length }, build);
  }
}

/**
 * Returns true if a member is also called `<noun>_<key>`: for example, `query_id` contains the `id` of a `query`.
 */
function isNamed(key: string, noun: string): boolean {
  return noun !== '' && (key === 'id' || key === 'slug');
}
