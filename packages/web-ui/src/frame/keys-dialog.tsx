import type { ReactElement } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { keyList } from '../keys/key-list-state.js';
import { pageKeys } from '../keys/page-keys.js';
import dialog from '../parts/dialog.module.css';
import { useStore } from '../parts/store.js';
import styles from './keys-dialog.module.css';

/** Lists the keys that act on the page. */
export function KeysDialog(): ReactElement {
  const groups = useStore(pageKeys);
  return (
    <ModalOverlay
      className={dialog['overlay'] ?? ''}
      isOpen
      onOpenChange={keyList.set}
      isDismissable
    >
      <Modal className={`${dialog['modal']} ${styles['keys']}`}>
        <Dialog>
          <Heading slot="title">Keys</Heading>
          {groups.map(({ title, keys }) => (
            <section key={title}>
              <h3>{title}</h3>
              <dl>
                {keys.map(({ key, meaning }) => (
                  <div key={key}>
                    <dt>
                      <kbd>{key}</kbd>
                    </dt>
                    <dd>{meaning}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
