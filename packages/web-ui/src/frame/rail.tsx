import { Link } from '@tanstack/react-router';
import { type ReactElement, useEffect, useState } from 'react';
import styles from './frame.module.css';

interface RailPage {
  readonly to: string;
  readonly word: string;
  readonly icon: IconName;
  /** Letter that opens the page when it is pressed after `g`. */
  readonly letter: string;
  /** Other paths for which the link is also marked as current. */
  readonly also?: readonly string[];
}

/** Pages in the rail. The key `g` followed by a page's letter opens the page. */
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

/** The settings page, which is shown separately from the other pages in the rail. */
export const settingsPage: RailPage = {
  to: '/settings',
  word: 'Settings',
  letter: ',',
  icon: 'gear',
};

/** Links to the pages. In a narrow window, a button shows them. */
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
        className={`button ${styles['menu']}`}
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

/** Returns true if the path equals, or is below, the page's own path or one of its additional paths. */
function isOn({ to, also = [] }: RailPage, path: string): boolean {
  return [to, ...also].some((start) => path === start || path.startsWith(`${start}/`));
}

/** SVG paths of the rail's icons, drawn on a 24 by 24 grid. */
const paths = {
  explore: <path d="M4 6h16M4 12h10M4 18h13" />,
  sessions: <path d="M5 5h14v10H9l-4 4z" />,
  users: (
    <>
      <circle cx="12" cy="8" r="3.5" />
      <path d="M5 20c1-4 4-6 7-6s6 2 7 6" />
    </>
  ),
  analytics: <path d="M4 19h16M7 16v-5M12 16V6M17 16v-8" />,
  map: (
    <>
      <circle cx="6" cy="6" r="2.5" />
      <circle cx="18" cy="9" r="2.5" />
      <circle cx="9" cy="18" r="2.5" />
      <path d="M8.3 7l7.3 1.5M7 8.3l1.5 7.3M16.3 10.8l-5.6 5.6" />
    </>
  ),
  saved: <path d="M7 4h10v16l-5-4-5 4z" />,
  letters: <path d="M4 6h16v12H4zM4 7l8 6 8-6" />,
  shield: <path d="M12 3l7 3v5c0 4.5-3 8-7 10-4-2-7-5.5-7-10V6z" />,
  start: <path d="M6 4l13 8-13 8z" />,
  gear: (
    <>
      <circle cx="12" cy="12" r="3" />
      <path d="M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.1 2.1M16.3 16.3l2.1 2.1M18.4 5.6l-2.1 2.1M7.7 16.3l-2.1 2.1" />
    </>
  ),
};

type IconName = keyof typeof paths;

/** A decorative icon, shown next to a word with the same meaning. */
function Icon({ name }: { readonly name: IconName }): ReactElement {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      {paths[name]}
    </svg>
  );
}
