/** The span kinds for which Jaeger has a name. An unspecified kind has no name. */
const names = new Map([
  ['SPAN_KIND_INTERNAL', 'internal'],
  ['SPAN_KIND_SERVER', 'server'],
  ['SPAN_KIND_CLIENT', 'client'],
  ['SPAN_KIND_PRODUCER', 'producer'],
  ['SPAN_KIND_CONSUMER', 'consumer'],
]);
const kinds = new Map([...names].map(([kind, name]) => [name, kind]));

/** Returns the Jaeger name of a span kind; undefined for an unspecified kind. */
export function nameOfKind(kind: string): string | undefined {
  return names.get(kind);
}

/** Returns the stored kind for a name in lower case; undefined for an unknown name. */
export function kindOfName(name: string): string | undefined {
  return name === 'unspecified' ? 'SPAN_KIND_UNSPECIFIED' : kinds.get(name);
}
