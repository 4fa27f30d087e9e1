import { Outlet, useLocation } from '@tanstack/react-router';
import type { MouseEvent, ReactElement } from 'react';
import { keyForm } from '../api/key-form-state.js';
import { type KeyGroup, usePageKeys } from '../keys/page-keys.js';
import { useStore } from '../parts/store.js';
import styles from './frame.module.css';
import { KeyForm } from './key-form.js';
import { KeysDialog, keysDialog } from './keys-dialog.js';
import { Rail } from './rail.js';
import { StatusLine } from './status-line.js';

const frameKeys: KeyGroup = {
  title: 'Everywhere',
  keys: [{ key: '?', meaning: 'Show the keys', act: () => keysDialog.set(true) }],
};

/** Moves the focus by itself: the address of the link is relative to the base, which is another page. */
function skipToContent(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

/** What surrounds every page: the rail, and the line with the cost of the last read. */
export function Frame(): ReactElement {
  const { pathname } = useLocation();
  const refusal = useStore(keyForm);
  usePageKeys(frameKeys);
  return (
    <div className={styles['app']}>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to a place of the page, which the base of the document hides. */}
      <a className={styles['skip']} href="#main" onClick={skipToContent}>
        Skip to the content
      </a>
      <Rail path={pathname} />
      {refusal === undefined ? <Outlet /> : <KeyForm refusal={refusal} />}
      <StatusLine />
      <KeysDialog />
    </div>
  );
}
