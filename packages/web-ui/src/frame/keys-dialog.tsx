import type { ReactElement } from 'react';
import { OpenDialog } from '../parts/dialogs/open-dialog.js';
import { listKeys, nameOfKey } from '../parts/keys/list-keys.js';
import { keyList, pageKeys } from '../parts/keys/page-keys.js';
import { useStore } from '../parts/store.js';
import styles from './keys-dialog.module.css';

/** Dialog that lists the keyboard shortcuts of the page. */
export function KeysDialog(): ReactElement {
  const groups = useStore(pageKeys);
  return (
    <OpenDialog title="Keys" onClose={() => keyList.set(false)} isWide>
      <div className={styles['groups']}>
        {listKeys(groups).map(({ title, lines }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {lines.map(({ meaning, keys }) => (
                <div key={meaning}>
                  <dt>
                    {keys.map((key) => (
                      <kbd key={key}>{nameOfKey(key)}</kbd>
                    ))}
                  </dt>
                  <dd>{meaning}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </OpenDialog>
  );
}
