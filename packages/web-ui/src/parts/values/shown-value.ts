import type { Json } from '../../api/shown-span.js';

/** A value on a page that the user can filter by and copy. */
export interface ShownValue {
  /** Display name of the field: `Type`, `customer.tier`. */
  readonly name: string;
  /** Field of spans that holds the value, and a key if the field holds attributes; absent if no filter can use it. */
  readonly place?: { readonly field: string; readonly key?: string };
  readonly value: Json;
  /** Full value as text. */
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

/** Returns the focused value, or else the one below the pointer. A focused tree keeps its keys. */
export function pointedValue(): ShownValue | undefined {
  const { activeElement } = document;
  const focused = activeElement?.closest('[data-value]');
  const isInTree = activeElement?.closest('[role=treegrid]') != null;
  const hovered = isInTree ? [] : [...document.querySelectorAll('[data-value]:hover')];
  const element = focused ?? hovered.at(-1);
  return element == null ? undefined : valueOfElement.get(element);
}
