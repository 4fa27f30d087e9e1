const GROUP = 6;

/**
 * Splits cases into groups. One page shows the cases of a group in turn, so that a test detects state that a previous
 * case has left behind.
 */
export function inGroups<Case extends { readonly name: string }>(cases: readonly Case[]) {
  return Array.from({ length: Math.ceil(cases.length / GROUP) }, (_, at) => {
    const group = cases.slice(at * GROUP, (at + 1) * GROUP);
    return { group, names: group.map(({ name }) => name).join(', ') };
  });
}
