const GROUP = 6;

/** Splits cases into groups that one page shows in turn, so that state left over from one case would show in the next. */
export function inGroups<Case extends { readonly name: string }>(cases: readonly Case[]) {
  return Array.from({ length: Math.ceil(cases.length / GROUP) }, (_, at) => {
    const group = cases.slice(at * GROUP, (at + 1) * GROUP);
    return { group, names: group.map(({ name }) => name).join(', ') };
  });
}
