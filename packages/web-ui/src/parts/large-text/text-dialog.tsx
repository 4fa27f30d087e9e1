import { lazy, Suspense } from 'react';
import { Waiting } from '../answers/answer-states.js';
import { Button, CopyButton } from '../button.js';
import { OpenDialog } from '../dialogs/open-dialog.js';
import type { LargeTextProps } from './open-editor.js';
import styles from './text-dialog.module.css';

/** The editor is large and most visits do not need it, so it is loaded on demand. */
export const LazyLargeText = lazy(async () => ({
  default: (await import('./large-text.js')).LargeText,
}));

/** Dialog that shows a complete text and can search it. */
export function TextDialog({
  onClose,
  ...props
}: Omit<LargeTextProps, 'takesFocus'> & { readonly onClose: () => void }) {
  return (
    <OpenDialog title={props.name} onClose={onClose} isWide>
      <div className={styles['tools']}>
        <CopyButton text={props.text} what="the whole text" />
        <Button onClick={onClose}>Close</Button>
      </div>
      <div className={styles['text']}>
        <Suspense fallback={<Waiting />}>
          <LazyLargeText {...props} takesFocus />
        </Suspense>
      </div>
    </OpenDialog>
  );
}
