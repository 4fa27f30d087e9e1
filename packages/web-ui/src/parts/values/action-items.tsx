import type { ReactElement } from 'react';
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import styles from './value-menu.module.css';
import { MarkedText } from './write-value.js';

/** A menu action and its keyboard shortcut. */
export interface MenuAction {
  /** Identifies the action if several actions have the same meaning. */
  readonly id?: string;
  readonly meaning: string;
  readonly key?: string | undefined;
  readonly act: () => unknown;
}

/**
 * Returns the menu items for a list of actions. This is a plain function and not a component, because a menu accepts
 * only items.
 */
export function actionItems(
  actions: readonly MenuAction[],
  className = 'cut',
): readonly ReactElement[] {
  return actions.map(({ id, meaning, key, act }) => (
    <MenuItem
      key={id ?? meaning}
      className={styles['item'] ?? ''}
      textValue={meaning}
      onAction={() => void act()}
    >
      <span className={className}>
        <MarkedText text={meaning} />
      </span>
      {key !== undefined && <kbd>{key}</kbd>}
    </MenuItem>
  ));
}

interface ActionMenuProps {
  /** Accessible name of the menu. */
  readonly label: string;
  /** Text of the button. */
  readonly word: string;
  /** Accessible name of the button. */
  readonly buttonLabel?: string;
  readonly actions: readonly MenuAction[];
}

/** Button that opens a menu of actions. */
export function ActionMenu({ label, word, buttonLabel = label, actions }: ActionMenuProps) {
  return (
    <MenuTrigger>
      <Button className="button plain" aria-label={buttonLabel}>
        {word}
      </Button>
      <Popover placement="bottom end">
        <Menu className={styles['menu'] ?? ''} aria-label={label}>
          {actionItems(actions)}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
