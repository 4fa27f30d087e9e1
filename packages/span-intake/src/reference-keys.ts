const ENTITIES_WITH_VARIANTS = [
  'testset',
  'query',
  'workflow',
  'application',
  'evaluator',
  'environment',
  'snippet',
];

/** Every key `ag.references` may have, in the order the API lists them. */
const REFERENCE_KEYS: readonly string[] = [
  'testcase',
  ...ENTITIES_WITH_VARIANTS.flatMap((entity) => [
    entity,
    `${entity}_variant`,
    `${entity}_revision`,
  ]),
];

const RANKS = new Map(REFERENCE_KEYS.map((key, rank) => [key, rank]));

export function isReferenceKey(key: string): boolean {
  return RANKS.has(key);
}

export function compareReferenceKeys(left: string, right: string): number {
  return (RANKS.get(left) ?? 0) - (RANKS.get(right) ?? 0);
}
