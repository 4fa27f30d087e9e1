import { type ReactElement, useState } from 'react';
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import menu from '../parts/values/value-menu.module.css';
import { MarkedText } from '../parts/values/write-value.js';

/** An entry of a menu. */
export interface Pick {
  readonly id: string;
  readonly name: string;
  readonly act: () => void;
}

interface PickMenuProps {
  readonly label: string;
  /** The text of the button. */
  readonly word: string;
  readonly picks: readonly Pick[];
}

/** A button that opens a menu. */
export function PickMenu({ label, word, picks }: PickMenuProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button className="button plain" aria-label={label}>
        {word}
      </Button>
      <Popover placement="bottom end">
        <Menu className={menu['menu'] ?? ''} aria-label={label}>
          {picks.map(({ id, name, act }) => (
            <MenuItem key={id} className={menu['item'] ?? ''} textValue={name} onAction={act}>
              <span className="cut">
                <MarkedText text={name} />
              </span>
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
