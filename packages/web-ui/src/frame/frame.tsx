import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { lazy, type MouseEvent, type ReactElement, Suspense } from 'react';
import { keyForm } from '../api/key-form-state.js';
import { lastCost, visibleTo } from '../api/query-cost.js';
import { Message } from '../parts/answers/answer-states.js';
import { everywhere } from '../parts/keys/list-keys.js';
import { commandList, keyList, usePageKeys } from '../parts/keys/page-keys.js';
import { useStore } from '../parts/store.js';
import { settings } from '../parts/theme/settings.js';
import { copyProblem } from '../parts/values/copy-text.js';
import { clockOf, dayOf, readTime, type TimeZone } from '../parts/values/format-time.js';
import { writeBytes, writeCount } from '../parts/values/write-value.js';
import { FileTarget } from '../trace/file/file-target.js';
import { copyLink } from '../url/copy-link.js';
import styles from './frame.module.css';
import { KeyForm } from './key-form.js';
import { Page } from './page.js';
import { Rail, railPages, settingsPage } from './rail.js';
import { useKeptFocus } from './use-kept-focus.js';
import { useResultKeys } from './use-result-keys.js';

/** Binds the keys that work on every page. */
function useFrameKeys(): void {
  const navigate = useNavigate();

  usePageKeys(everywhere, [
    { key: '?', meaning: 'Show the keys', act: () => keyList.set(true) },
    { key: 'Ctrl-k', meaning: 'Show the commands', act: () => commandList.set(true) },
    { key: 'c', meaning: 'Copy the link to this page', act: () => void copyLink() },
    ...[...railPages, settingsPage].map(({ to, word, letter }) => ({
      key: `g ${letter}`,
      meaning: word,
      act: () => void navigate({ to }),
    })),
  ]);
}

/**
 * Moves the focus to the content. Navigation is prevented, because the link's URL is relative to the base URL and would
 * open another page.
 */
function skipToContent(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

const CommandList = lazy(async () => ({
  default: (await import('./commands/command-list.js')).CommandList,
}));

const KeysDialog = lazy(async () => ({
  default: (await import('./keys-dialog.js')).KeysDialog,
}));

/** Loads the command list and the keys dialog when the user first opens them. */
function Lists(): ReactElement {
  const hasCommands = useStore(commandList);
  const hasKeys = useStore(keyList);
  return (
    <Suspense>
      {hasCommands && <CommandList />}
      {hasKeys && <KeysDialog />}
    </Suspense>
  );
}

/** Layout of every page: the rail, the page itself, and the status line. */
export function Frame(): ReactElement {
  const { pathname } = useLocation();
  const refusal = useStore(keyForm);
  useFrameKeys();
  useResultKeys(pathname);
  useKeptFocus();
  return (
    <div className={styles['app']}>
      {/* biome-ignore lint/a11y/useValidAnchor: The link moves the focus to the content; see skipToContent. */}
      <a className={styles['skip']} href="#main" onClick={skipToContent}>
        Skip to the content
      </a>
      <Rail path={pathname} />
      {refusal === undefined || pathname.startsWith('/admin/') ? (
        <Outlet />
      ) : (
        <KeyForm refusal={refusal} />
      )}
      <StatusLine />
      <FileTarget />
      <Lists />
    </div>
  );
}

/** Page that is shown for URLs without a route. */
export function NotFound(): ReactElement {
  return (
    <Page title="No such page">
      <Message title="There is no page at this address.">
        <Link to="/spans">Open the explorer</Link>
      </Message>
    </Page>
  );
}

const themes = {
  system: { word: 'System theme', next: 'light' },
  light: { word: 'Light theme', next: 'dark' },
  dark: { word: 'Dark theme', next: 'system' },
} as const;

/**
 * Shows what the last read cost in the store, the time up to which all stored spans are visible, and controls for the
 * display settings.
 */
export function StatusLine(): ReactElement {
  const cost = useStore(lastCost);
  const problem = useStore(copyProblem);
  const visible = useStore(visibleTo);
  const zone = useStore(settings.timeZone);
  const theme = themes[useStore(settings.theme)];
  return (
    <footer className={styles['foot']}>
      <span className="cut">
        {problem !== undefined && (
          <span role="alert" className="bad" title={problem}>
            {problem}
          </span>
        )}
        {problem === undefined && cost !== undefined && (
          <span title="What the last read took in the store">
            {writeCount(cost.rows)} rows · {writeBytes(cost.bytes)} · {writeCount(cost.ms)} ms
          </span>
        )}
      </span>
      <span className={`row push ${styles['right']}`}>
        {visible !== undefined && <VisibleTo time={visible} zone={zone} />}
        <button
          type="button"
          className="wide"
          onClick={() => settings.timeZone.set(zone === 'utc' ? 'local' : 'utc')}
          title="Change the time zone"
        >
          {zone === 'utc' ? 'UTC' : 'Local time'}
        </button>
        <button
          type="button"
          className="wide"
          onClick={() => settings.theme.set(theme.next)}
          title="Change the theme"
        >
          {theme.word}
        </button>
        <button type="button" onClick={() => keyList.set(true)}>
          <kbd>?</kbd> keys
        </button>
      </span>
    </footer>
  );
}

interface VisibleToProps {
  readonly time: string;
  readonly zone: TimeZone;
}

/**
 * Shows the time up to which all stored spans are visible, to a tenth of a second. The title contains the full time.
 */
function VisibleTo({ time, zone }: VisibleToProps): ReactElement {
  const ns = readTime(time);
  const { seconds, ms } = clockOf(ns, zone);
  return (
    <span
      className={styles['visible']}
      title={`The last list or count has everything that was stored on ${dayOf(ns, zone)}, ${time}`}
    >
      visible to {seconds}
      {ms.slice(0, 2)}
    </span>
  );
}
