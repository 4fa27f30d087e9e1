import type { FieldRef } from '../../filter-bar/toggle-condition.js';
import { parseAttributeName } from '../columns/attribute-names.js';
import { readColumns, writeColumns } from '../columns/column-choice.js';

/** A facet that the user added, identified by an attribute name such as `.customer.tier`. */
interface AddedFacet {
  readonly name: string;
  readonly fieldRef: Required<FieldRef>;
}

/** Maximum number of facets that a user can add. A request accepts 20 facets, and eight are built in. */
const MAX_ADDED = 12;

/**
 * Parses the URL parameter `f`, which has the same syntax as the column parameter `c`. Names that are not attributes
 * are ignored.
 */
export function addedFacets(f: string | undefined) {
  const all = readColumns(f ?? '')
    .flatMap(({ id }): readonly AddedFacet[] => {
      const fieldRef = parseAttributeName(id);
      return fieldRef === undefined ? [] : [{ name: id, fieldRef }];
    })
    .slice(0, MAX_ADDED);
  const write = (names: readonly string[]) => writeColumns(names.map((id) => ({ id })));
  const others = (name: string) => all.filter((one) => one.name !== name).map((one) => one.name);
  return {
    all,
    with: (name: string) => write([...others(name), name]),
    without: (name: string) => write(others(name)) || undefined,
  };
}
