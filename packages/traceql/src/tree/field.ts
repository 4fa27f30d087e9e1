/** Where an attribute is stored. Without a scope, the first of these that has it counts, in this order. */
export const attributeScopes = ['span', 'resource', 'event', 'link', 'instrumentation'] as const;
type AttributeScope = (typeof attributeScopes)[number];

/** What a field always has; a field of the type `unknown` tells its type only in a span. */
export type FieldType = 'string' | 'int' | 'duration' | 'status' | 'kind' | 'unknown';

/** The intrinsic fields by their canonical names, with the types of their values. */
export const intrinsicTypes = {
  name: 'string',
  duration: 'duration',
  status: 'status',
  statusMessage: 'string',
  kind: 'kind',
  rootName: 'string',
  rootServiceName: 'string',
  traceDuration: 'duration',
  nestedSetLeft: 'int',
  nestedSetRight: 'int',
  nestedSetParent: 'int',
  'span:id': 'string',
  'span:parentID': 'string',
  'span:childCount': 'int',
  'trace:id': 'string',
  'event:name': 'string',
  'event:timeSinceStart': 'duration',
  'link:traceID': 'string',
  'link:spanID': 'string',
  'instrumentation:name': 'string',
  'instrumentation:version': 'string',
} as const satisfies Readonly<Record<string, FieldType>>;

export type IntrinsicName = keyof typeof intrinsicTypes;

/** Other names of intrinsic fields. */
const intrinsicAliases: Readonly<Record<string, IntrinsicName>> = {
  'span:name': 'name',
  'span:duration': 'duration',
  'span:status': 'status',
  'span:statusMessage': 'statusMessage',
  'span:kind': 'kind',
  'trace:duration': 'traceDuration',
  'trace:rootName': 'rootName',
  'trace:rootService': 'rootServiceName',
};

/** A field of a span: an attribute, of one scope or of the first scope that has it, or an intrinsic. */
export type Field =
  | {
      readonly kind: 'attribute';
      readonly scope: AttributeScope | undefined;
      readonly name: string;
    }
  | { readonly kind: 'intrinsic'; readonly name: IntrinsicName };

/** Returns the intrinsic of a name or of an alias; undefined for other words. */
export function intrinsicOf(word: string): IntrinsicName | undefined {
  return Object.hasOwn(intrinsicTypes, word)
    ? (word as IntrinsicName)
    : Object.hasOwn(intrinsicAliases, word)
      ? intrinsicAliases[word]
      : undefined;
}

/** Returns the type that a field has in every span. */
export function typeOfField(field: Field): FieldType {
  return field.kind === 'intrinsic' ? intrinsicTypes[field.name] : 'unknown';
}
