const GROUP = 6;

/**
 * Splits cases into groups. The cases of a group are shown one after another on the same page, so that tests notice any
 * state left behind by an earlier case.
 */
export function inGroups<Case extends { readonly name: string }>(cases: readonly Case[]) {
  return Array.from({ length: Math.ceil(cases.length / GROUP) }, (_, at) => {
    const group = cases.slice(at * GROUP, (at + 1) * GROUP);
    return { group, names: group.map(({ name }) => name).join(', ') };
  });
}
