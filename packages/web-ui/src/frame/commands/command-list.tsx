import { type ReactElement, useState } from 'react';
import {
  Autocomplete,
  Dialog,
  Input,
  Menu,
  MenuItem,
  Modal,
  ModalOverlay,
  SearchField,
} from 'react-aria-components';
import dialog from '../../parts/dialogs/dialog.module.css';
import { commandList } from '../../parts/keys/command-list-state.js';
import { nameOfKey } from '../../parts/keys/name-of-key.js';
import { MarkedText } from '../../parts/values/marked-text.js';
import menu from '../../parts/values/value-menu.module.css';
import styles from './command-list.module.css';
import { findCommands } from './find-commands.js';
import { useCommands } from './use-commands.js';

/** Dialog that finds a page, a saved query, a trace or an action of the page by a few letters. */
export function CommandList(): ReactElement {
  const [text, setText] = useState('');
  const { fixed, all } = useCommands(text);
  const found = [...fixed, ...findCommands(all, text)];
  const close = () => commandList.set(false);
  return (
    <ModalOverlay
      className={`${dialog['overlay']} ${styles['overlay']}`}
      isOpen
      onOpenChange={close}
      isDismissable
    >
      <Modal className={`${dialog['modal']} ${styles['modal']}`}>
        <Dialog aria-label="Commands">
          <Autocomplete inputValue={text} onInputChange={setText}>
            <SearchField aria-label="Command" autoFocus>
              <Input
                className={`field ${styles['input']}`}
                placeholder="A page, a saved query, the id of a trace, an action"
              />
            </SearchField>
            <Menu
              className={styles['list'] ?? ''}
              aria-label="Commands"
              renderEmptyState={() => <p className={styles['none']}>No command has this name.</p>}
            >
              {found.map(({ id, name, kind, key, act }) => (
                <MenuItem
                  key={id}
                  id={id}
                  className={menu['item'] ?? ''}
                  textValue={`${name} ${kind}`}
                  onAction={() => {
                    close();
                    afterClosing(act);
                  }}
                >
                  <span className="cut">
                    <MarkedText text={name} /> <span className="faint">{kind}</span>
                  </span>
                  {key !== undefined && <kbd>{nameOfKey(key)}</kbd>}
                </MenuItem>
              ))}
            </Menu>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Runs an action after the dialog has returned the focus, because the action may move it elsewhere. */
function afterClosing(act: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(act));
}
