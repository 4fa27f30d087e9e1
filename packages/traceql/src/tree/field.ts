/** The scopes of attributes. An attribute without a scope is searched in this order. */
export const attributeScopes = ['span', 'resource', 'event', 'link', 'instrumentation'] as const;
type AttributeScope = (typeof attributeScopes)[number];

/** The type of a field in every span. The type of an `unknown` field depends on the span. */
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

/** A field of a span: an intrinsic, or an attribute of one scope or of the first scope that has it. */
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

export function typeOfField(field: Field): FieldType {
  return field.kind === 'intrinsic' ? intrinsicTypes[field.name] : 'unknown';
}
