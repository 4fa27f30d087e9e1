const entitiesWithVariants = [
  'testset',
  'query',
  'workflow',
  'application',
  'evaluator',
  'environment',
  'snippet',
];

/** The keys that `ag.references` may have, in the order of docs/api/ingest.md. */
const referenceKeys: readonly string[] = [
  'testcase',
  ...entitiesWithVariants.flatMap((entity) => [entity, `${entity}_variant`, `${entity}_revision`]),
];

const ranks = new Map(referenceKeys.map((key, rank) => [key, rank]));

/** Reports whether a key is a known key of references. */
export function isReferenceKey(key: string): boolean {
  return ranks.has(key);
}

/** Compares two known keys by their order in docs/api/ingest.md. */
export function compareReferenceKeys(left: string, right: string): number {
  return (ranks.get(left) ?? 0) - (ranks.get(right) ?? 0);
}
