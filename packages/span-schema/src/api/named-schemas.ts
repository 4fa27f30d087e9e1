import { z } from 'zod';
import type { JsonValue } from '../json/json.js';

/** The named schemas of the API document. A schema's id is its name among the components of the document. */
export const schemaRegistry = z.registry<{ id: string }>();

/** Registers a schema under its name in the API document. */
export function named<Schema extends z.ZodType>(
  id: string,
  schema: Schema,
  description?: string,
): Schema {
  const described = description === undefined ? schema : schema.describe(description);
  schemaRegistry.add(described, { id });
  return described;
}

/** Creates a named object schema of the API document. */
export function namedObject<Members extends z.ZodRawShape>(
  id: string,
  members: Members,
  description?: string,
) {
  return named(id, z.object(members), description);
}

/** Registers the object schema of an answer. The first member of the answer is the number of its items. */
export function counted<Members extends z.ZodRawShape>(
  id: string,
  members: Members,
  description?: string,
) {
  return namedObject(id, { count: z.int(), ...members }, description);
}

/** Declares an optional member of a body. If the member is absent or null, its value is `preset`. */
export function orDefault<Schema extends z.ZodType>(schema: Schema, preset: z.output<Schema>) {
  return schema
    .nullish()
    .meta({ default: preset })
    .transform((sent): z.output<Schema> => sent ?? preset);
}

/** Returns the reference to a named schema in the API document. */
export function addressOf(id: string): string {
  return `#/components/schemas/${id}`;
}

/**
 * Declares a value that a hand-written function parses. zod accepts any value, and the function reports the problems.
 * The API document contains `schema`, and a test compares `schema` with the function.
 */
export function readByHand<Schema extends z.ZodType>(
  schema: Schema,
): z.ZodType<JsonValue | undefined, z.input<Schema>> {
  return z.any().meta({ $ref: addressOf(schemaRegistry.get(schema)?.id ?? '') });
}

type AcceptsNull<Members> = {
  [Name in keyof Members]: Members[Name] extends z.ZodOptional<infer Inner extends z.ZodType>
    ? z.ZodOptional<z.ZodNullable<Inner>>
    : Members[Name];
};

/** Returns an object schema in which null is equivalent to an absent member. */
export function acceptNulls<Members extends z.ZodRawShape>(schema: z.ZodObject<Members>) {
  const members = Object.entries(schema.shape).map(([name, member]) => [
    name,
    member instanceof z.ZodOptional ? z.nullish(member.unwrap() as z.ZodType) : member,
  ]);
  return z.object(Object.fromEntries(members) as AcceptsNull<Members>);
}

/** An immutable JSON value. */
type FixedJson =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly FixedJson[]
  | { readonly [name: string]: FixedJson };

type Immutable<Value> = JsonValue extends Value ? FixedJson : ImmutableMembers<Value>;
type ImmutableMembers<Value> = Value extends object
  ? { readonly [Name in keyof Value]: Immutable<Value[Name]> }
  : Value;

/** Removes `undefined` from the types of members, because JSON has no undefined values. */
type Defined<Value> = JsonValue extends Value ? FixedJson : DefinedMembers<Value>;
type DefinedMembers<Value> = Value extends object
  ? { readonly [Name in keyof Value]: Defined<Exclude<Value[Name], undefined>> }
  : Value;

/** A request as clients send it. */
export type Sent<Schema extends z.ZodType> = Immutable<z.input<Schema>>;
/** An answer as clients receive it. */
export type Answered<Schema extends z.ZodType> = Defined<z.output<Schema>>;
