/** Scopes of attributes. For an attribute without a scope, the scopes are searched in this order. */
export const attributeScopes = ['span', 'resource', 'event', 'link', 'instrumentation'] as const;
type AttributeScope = (typeof attributeScopes)[number];

/**
 * Type of a field's values. The values of an `unknown` field may have a different type in each span; other fields have
 * the same type in every span.
 */
export type FieldType = 'string' | 'int' | 'duration' | 'status' | 'kind' | 'unknown';

/** Types of the intrinsic fields, keyed by canonical name. */
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

/**
 * A field of a span: an intrinsic or an attribute. An attribute without a scope refers to the first scope that contains
 * it.
 */
export type Field =
  | {
      readonly kind: 'attribute';
      readonly scope: AttributeScope | undefined;
      readonly name: string;
    }
  | { readonly kind: 'intrinsic'; readonly name: IntrinsicName };

/** Returns the intrinsic with this name or alias; undefined for other words. */
export function intrinsicOf(word: string): IntrinsicName | undefined {
  return Object.hasOwn(intrinsicTypes, word)
    ? (word as IntrinsicName)
    : Object.hasOwn(intrinsicAliases, word)
      ? intrinsicAliases[word]
      : undefined;
}

export function typeOfField(field: Field): FieldType {
  return field.kind === 'intrinsic' ? intrinsicTypes[field.name] : 'unknown';
}
