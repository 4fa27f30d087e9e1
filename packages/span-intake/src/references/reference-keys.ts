const entitiesWithVariants = [
  'testset',
  'query',
  'workflow',
  'application',
  'evaluator',
  'environment',
  'snippet',
];

/** The valid keys of `ag.references`, in the order of docs/api/ingest.md. */
const referenceKeys: readonly string[] = [
  'testcase',
  ...entitiesWithVariants.flatMap((entity) => [entity, `${entity}_variant`, `${entity}_revision`]),
];

const ranks = new Map(referenceKeys.map((key, rank) => [key, rank]));

/** Reports whether a string is a valid key of `ag.references`. */
export function isReferenceKey(key: string): boolean {
  return ranks.has(key);
}

/** Compares two valid keys by their order in docs/api/ingest.md. */
export function compareReferenceKeys(left: string, right: string): number {
  return (ranks.get(left) ?? 0) - (ranks.get(right) ?? 0);
}
