import type { Json } from '../../api/shown-span.js';

/** A displayed value that the user can copy and, in most cases, filter by. */
export interface ShownValue {
  /** Display name of the value's field, such as `Type` or `customer.tier`. */
  readonly name: string;
  /**
   * The span field that contains the value, and the attribute key if the field contains attributes. Absent if filters
   * cannot use the value.
   */
  readonly fieldRef?: { readonly field: string; readonly key?: string };
  readonly value: Json;
  /** The whole value as a string. */
  readonly text: string;
}

const valueOfElement = new WeakMap<Element, ShownValue>();

/**
 * Returns a `ref` callback that associates a value with its element. The element must also have the attribute
 * `data-value`.
 */
export function tieValue(value: ShownValue | undefined): (element: Element | null) => void {
  return (element) => {
    if (element !== null && value !== undefined) {
      valueOfElement.set(element, value);
    }
  };
}

/**
 * Returns the focused value or, if no value has the focus, the value below the pointer. The pointer is ignored while a
 * tree has the focus.
 */
export function pointedValue(): ShownValue | undefined {
  const { activeElement } = document;
  const focused = activeElement?.closest('[data-value]');
  const isInTree = activeElement?.closest('[role=treegrid]') != null;
  const hovered = isInTree ? [] : [...document.querySelectorAll('[data-value]:hover')];
  const element = focused ?? hovered.at(-1);
  return element == null ? undefined : valueOfElement.get(element);
}
