import type { Json } from '../../api/shown-span.js';

/** A value on a page that a person can filter for and copy. */
export interface ShownValue {
  /** What the value is, in words: `Type`, `customer.tier`. */
  readonly name: string;
  /** Where spans have it: a field, and a key where the field has attributes; absent where no filter can ask for it. */
  readonly place?: { readonly field: string; readonly key?: string };
  readonly value: Json;
  /** The whole value as a text. */
  readonly text: string;
}

const valueOfElement = new WeakMap<Element, ShownValue>();

/** Returns the `ref` that ties a value to its element. The element also has the attribute `data-value`. */
export function tieValue(value: ShownValue | undefined): (element: Element | null) => void {
  return (element) => {
    if (element !== null && value !== undefined) {
      valueOfElement.set(element, value);
    }
  };
}

/** Returns the value that has the focus, or else the one below the pointer. A tree that has the focus keeps its keys. */
export function pointedValue(): ShownValue | undefined {
  const { activeElement } = document;
  const focused = activeElement?.closest('[data-value]');
  const isInTree = activeElement?.closest('[role=treegrid]') != null;
  const hovered = isInTree ? [] : [...document.querySelectorAll('[data-value]:hover')];
  const element = focused ?? hovered.at(-1);
  return element == null ? undefined : valueOfElement.get(element);
}
