import { type ReactElement, useState } from 'react';
import { Button, Menu, MenuTrigger, Popover } from 'react-aria-components';
import { actionItems } from '../parts/values/action-items.js';
import styles from '../parts/values/value-menu.module.css';

/** An action of the menu and its keyboard shortcut. */
export interface MoreAction {
  readonly meaning: string;
  readonly key?: string;
  readonly act: () => void;
}

/** Menu of the less frequent actions of the explorer. */
export function MoreMenu({ actions }: { readonly actions: readonly MoreAction[] }): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button className="button plain">More</Button>
      <Popover placement="bottom end">
        <Menu className={styles['menu'] ?? ''} aria-label="More actions">
          {actionItems(actions)}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
