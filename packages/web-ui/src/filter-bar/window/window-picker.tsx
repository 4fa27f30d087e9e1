import { lazy, type ReactElement, Suspense, useEffect, useState } from 'react';
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { usePageKeys } from '../../parts/keys/page-keys.js';
import { shownWindow } from '../../url/copy-link.js';
import {
  defaultWindow,
  nameTimeWindow,
  readTimeWindow,
  type TimeWindow,
} from '../../url/time-window.js';
import { useSearchParameters } from '../../url/use-search.js';
import styles from './window.module.css';

const WindowPanel = lazy(async () => ({
  default: (await import('./window-panel.js')).WindowPanel,
}));

interface WindowPickerProps {
  /** Default window for a URL that specifies none. */
  readonly whenAbsent?: TimeWindow;
}

/** Button that shows the current window and opens a panel to change it. */
export function WindowPicker({ whenAbsent = defaultWindow }: WindowPickerProps): ReactElement {
  const [{ w = '' }, change] = useSearchParameters();
  const [isOpen, setOpen] = useState(false);
  const window = readTimeWindow(w) ?? whenAbsent;
  useEffect(() => {
    shownWindow.set(window);
    return () => shownWindow.set(undefined);
  });
  usePageKeys('Window', [{ key: 'w', meaning: 'Choose the window', act: () => setOpen(true) }]);
  const choose = (text: string) => {
    change({ w: text });
    setOpen(false);
  };
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button className="button" aria-label={`Window: ${nameTimeWindow(window)}`}>
        {nameTimeWindow(window)} ▾
      </Button>
      {/* biome-ignore lint/a11y/useValidAriaValues: A popover with the button's name would count as content outside of its dialog. */}
      <Popover placement="bottom end" aria-labelledby="">
        <Dialog className={styles['panel'] ?? ''} aria-label="Window">
          <Suspense fallback={<p className="faint">Loading …</p>}>
            <WindowPanel window={window} onChoose={choose} />
          </Suspense>
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
