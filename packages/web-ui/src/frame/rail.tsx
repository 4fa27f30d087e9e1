import { Link } from '@tanstack/react-router';
import { type ReactElement, useEffect, useState } from 'react';
import styles from './frame.module.css';
import { Icon, type IconName } from './icons.js';

interface RailPage {
  readonly to: string;
  readonly word: string;
  readonly icon: IconName;
  /** Letter after `g` that opens the page. */
  readonly letter: string;
  /** Further paths that mark the link as current. */
  readonly also?: readonly string[];
}

/** Pages of the rail. `g` and a letter open each of them. */
export const railPages: readonly RailPage[] = [
  { to: '/spans', word: 'Explorer', letter: 'e', icon: 'explore', also: ['/traces'] },
  { to: '/sessions', word: 'Sessions', letter: 's', icon: 'sessions' },
  { to: '/users', word: 'Users', letter: 'u', icon: 'users' },
  { to: '/analytics', word: 'Analytics', letter: 'a', icon: 'analytics' },
  { to: '/services', word: 'Service map', letter: 'm', icon: 'map' },
  { to: '/queries', word: 'Saved', letter: 'q', icon: 'saved' },
  { to: '/dead-letters', word: 'Dead letters', letter: 'd', icon: 'letters' },
  {
    to: '/admin/projects',
    word: 'Administration',
    letter: 'p',
    icon: 'shield',
    also: ['/admin'],
  },
  { to: '/start', word: 'Start', letter: 'h', icon: 'start' },
];

/** Page of the user's settings. */
export const settingsPage: RailPage = {
  to: '/settings',
  word: 'Settings',
  letter: ',',
  icon: 'gear',
};

/** Links to the pages. In a narrow window, a button opens them. */
export function Rail({ path }: { readonly path: string }): ReactElement {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(false), [path]);
  const here = [...railPages, settingsPage].find((page) => isOn(page, path));
  return (
    <nav className={styles['rail']} aria-label="Main">
      <svg className={styles['mark']} viewBox="0 0 24 24" aria-hidden="true">
        <path d="M3 6h13M6 12h15M3 18h9" />
      </svg>
      <button
        type="button"
        className={styles['menu']}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        Menu
      </button>
      <span className={styles['here']} aria-hidden="true">
        {here?.word}
      </span>
      <div className={`${styles['links']} ${isOpen ? styles['open'] : ''}`}>
        {railPages.map((page) => (
          <RailLink key={page.to} page={page} path={path} />
        ))}
        <span className={styles['end']}>
          <RailLink page={settingsPage} path={path} />
        </span>
      </div>
    </nav>
  );
}

function RailLink({ page, path }: { readonly page: RailPage; readonly path: string }) {
  const { to, word, icon } = page;
  return (
    <Link to={to} aria-current={isOn(page, path) ? 'page' : undefined}>
      <Icon name={icon} />
      {word}
    </Link>
  );
}

/** Returns whether a path belongs to a page or lies below it. */
function isOn({ to, also = [] }: RailPage, path: string): boolean {
  return [to, ...also].some((start) => path === start || path.startsWith(`${start}/`));
}
