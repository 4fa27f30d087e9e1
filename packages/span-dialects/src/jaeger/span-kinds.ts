import { spanKinds } from '@spanhouse/span-schema';

const prefix = 'SPAN_KIND_';
const kinds = new Map<string, string>(spanKinds.map((kind) => [toName(kind), kind]));

/** Returns Jaeger's name for a span kind; undefined for an unspecified or unknown kind. */
export function nameOfKind(kind: string): string | undefined {
  const name = toName(kind);
  return kinds.get(name) === kind && name !== 'unspecified' ? name : undefined;
}

/** Returns the stored kind for a name in lower case; undefined for an unknown name. */
export function kindOfName(name: string): string | undefined {
  return kinds.get(name);
}

function toName(kind: string): string {
  return kind.slice(prefix.length).toLowerCase();
}
