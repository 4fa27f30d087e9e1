import type { ReactElement } from 'react';
import { PlainButton } from '../../parts/button.js';
import { writeCounted } from '../../parts/values/format-number.js';
import styles from '../explorer.module.css';

interface NewRowsBarProps {
  readonly count: number;
  readonly noun: 'span' | 'trace';
  readonly onShow: () => void;
}

/** Shows that newer rows exist. The list itself never moves. */
export function NewRowsBar({ count, noun, onShow }: NewRowsBarProps): ReactElement | null {
  return (
    <div className={count > 0 ? styles['new'] : ''} role="status">
      {count > 0 && (
        <PlainButton onClick={onShow}>
          {writeCounted(count, `new ${noun}`)} <kbd>r</kbd>
        </PlainButton>
      )}
    </div>
  );
}
