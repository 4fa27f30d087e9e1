import type { Json } from '../../api/shown-span.js';

/** A value on a page that the user can filter by and copy. */
export interface ShownValue {
  /** Display name of the field, such as `Type` or `customer.tier`. */
  readonly name: string;
  /**
   * Field of spans that holds the value, with a key if the field holds attributes. Absent if no filter can use the
   * value.
   */
  readonly fieldRef?: { readonly field: string; readonly key?: string };
  readonly value: Json;
  /** The whole value as text. */
  readonly text: string;
}

const valueOfElement = new WeakMap<Element, ShownValue>();

/** Returns a `ref` that associates a value with its element. The element must also have the attribute `data-value`. */
export function tieValue(value: ShownValue | undefined): (element: Element | null) => void {
  return (element) => {
    if (element !== null && value !== undefined) {
      valueOfElement.set(element, value);
    }
  };
}

/**
 * Returns the focused value, or otherwise the value below the pointer. While a tree has the focus, the pointer is
 * ignored.
 */
export function pointedValue(): ShownValue | undefined {
  const { activeElement } = document;
  const focused = activeElement?.closest('[data-value]');
  const isInTree = activeElement?.closest('[role=treegrid]') != null;
  const hovered = isInTree ? [] : [...document.querySelectorAll('[data-value]:hover')];
  const element = focused ?? hovered.at(-1);
  return element == null ? undefined : valueOfElement.get(element);
}
