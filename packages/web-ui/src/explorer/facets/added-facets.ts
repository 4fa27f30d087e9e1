import type { FieldRef } from '../../filter-bar/toggle-condition.js';
import { parseAttributeName } from '../columns/attribute-names.js';
import { readColumns, writeColumns } from '../columns/column-choice.js';

/** A facet that a person added, by the name of its attribute: `.customer.tier`. */
interface AddedFacet {
  readonly name: string;
  readonly place: Required<FieldRef>;
}

/** The facets of an address besides those that every project has. */
export interface AddedFacets {
  readonly all: readonly AddedFacet[];
  /** Returns the value of `f` with one more facet. */
  readonly with: (name: string) => string;
  /** Returns the value of `f` without a facet; undefined if none is left. */
  readonly without: (name: string) => string | undefined;
}

/** A request takes 20 facets; eight of them are always asked for. */
const MAX_ADDED = 12;

/** Reads the value of `f`, which has the form of that of the columns. Names that are no attributes are ignored. */
export function addedFacets(f: string | undefined): AddedFacets {
  const all = readColumns(f ?? '')
    .flatMap(({ id }): readonly AddedFacet[] => {
      const place = parseAttributeName(id);
      return place === undefined ? [] : [{ name: id, place }];
    })
    .slice(0, MAX_ADDED);
  const write = (names: readonly string[]) => writeColumns(names.map((id) => ({ id })));
  const others = (name: string) => all.filter((one) => one.name !== name).map((one) => one.name);
  return {
    all,
    with: (name) => write([...others(name), name]),
    without: (name) => write(others(name)) || undefined,
  };
}
