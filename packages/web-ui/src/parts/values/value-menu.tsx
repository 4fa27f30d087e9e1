import { useEffect } from 'react';
import { Menu, Popover } from 'react-aria-components';
import { columnOfFieldRef } from '../../explorer/columns/add-column.js';
import { writeAttributeName } from '../../explorer/columns/attribute-names.js';
import type { FieldRef } from '../../filter-bar/toggle-condition.js';
import { useKeyGroup } from '../keys/page-keys.js';
import { useStore } from '../store.js';
import { actionItems, type MenuAction } from './action-items.js';
import { copyText } from './copy-text.js';
import { valueTitle } from './move-to-value.js';
import { pointedValue, type ShownValue } from './shown-value.js';
import { openValue } from './value-button.js';
import styles from './value-menu.module.css';

/** Actions that a page offers for a value. The menu omits the actions that are absent. */
export interface ValueActions {
  readonly filterFor: (shown: ShownValue) => void;
  readonly filterOut: (shown: ShownValue) => void;
  readonly addColumn?: (shown: ShownValue) => void;
  /**
   * Returns true if the list can show a field as a column. If this function is absent, every field with a known column
   * can be added.
   */
  readonly hasColumn?: (fieldRef: FieldRef) => boolean;
  readonly addFacet?: (shown: ShownValue) => void;
}

interface ValueAction extends Omit<MenuAction, 'act'> {
  readonly act: (shown: ShownValue) => void;
}

/** Menu for the values on a page. It also binds the keys for its actions. */
export function ValueMenu({ actions }: { readonly actions: ValueActions }) {
  const open = useStore(openValue);
  useEffect(() => close, []); // closes the menu before the next page is shown
  const all = listActions(actions);
  useKeyGroup({
    title: valueTitle,
    needsFocus: true,
    keys: all.flatMap(({ key, meaning, act }) => {
      const actOnPointed = () => {
        const shown = pointedValue();
        return shown !== undefined && isPossible(act, shown, actions) && act(shown);
      };
      return key === undefined ? [] : [{ key, meaning, act: actOnPointed }];
    }),
  });
  if (open === undefined) {
    return null;
  }
  const { shown, anchor } = open;
  return (
    <Popover isOpen onOpenChange={close} triggerRef={{ current: anchor }} placement="bottom start">
      <Menu
        className={styles['menu'] ?? ''}
        aria-label={`Actions for ${shown.name}`}
        autoFocus="first"
        onClose={close}
      >
        {actionItems(
          all
            .filter(({ act }) => isPossible(act, shown, actions))
            .map(({ act, ...action }) => ({ ...action, act: () => act(shown) })),
        )}
      </Menu>
    </Popover>
  );
}

function close(): void {
  openValue.set(undefined);
}

function listActions(actions: ValueActions): readonly ValueAction[] {
  const { filterFor, filterOut, addColumn, addFacet } = actions;
  return [
    { key: 'f', meaning: 'Filter for', act: filterFor },
    { key: 'Shift-f', meaning: 'Filter out', act: filterOut },
    ...(addColumn ? [{ key: '+', meaning: 'Add column', act: addColumn }] : []),
    ...(addFacet ? [{ meaning: 'Add facet', act: addFacet }] : []),
    { key: 'y', meaning: 'Copy', act: copy },
  ];
}

/**
 * Returns true if an action is possible for a value. A value that filters cannot use can only be copied. A filter needs
 * a scalar value. Columns and facets are possible only for fields that support them.
 */
function isPossible(
  act: ValueAction['act'],
  { fieldRef, value }: ShownValue,
  { addColumn, hasColumn, addFacet }: ValueActions,
): boolean {
  if (act === copy || fieldRef === undefined) {
    return act === copy;
  }
  if (act === addColumn) {
    return columnOfFieldRef(fieldRef) !== undefined && (hasColumn?.(fieldRef) ?? true);
  }
  const isScalar = typeof value !== 'object' || value === null;
  return isScalar && (act !== addFacet || writeAttributeName(fieldRef) !== undefined);
}

function copy({ text }: ShownValue): void {
  void copyText(text);
}
