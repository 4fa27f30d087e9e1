import type { ReactElement } from 'react';
import { MenuItem } from 'react-aria-components';
import styles from './value-menu.module.css';

/** An action of a menu and its keyboard shortcut. */
export interface MenuAction {
  readonly meaning: string;
  readonly key?: string | undefined;
  readonly act: () => unknown;
}

/** Returns the menu items of actions. This is not a component, because the collection of a menu accepts only items. */
export function actionItems(actions: readonly MenuAction[]): readonly ReactElement[] {
  return actions.map(({ meaning, key, act }) => (
    <MenuItem
      key={meaning}
      className={styles['item'] ?? ''}
      textValue={meaning}
      onAction={() => void act()}
    >
      {meaning}
      {key !== undefined && <kbd>{key}</kbd>}
    </MenuItem>
  ));
}
