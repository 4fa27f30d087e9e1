import { Link } from '@tanstack/react-router';
import type { FormEvent, ReactElement, ReactNode } from 'react';
import { Page } from '../frame/page.js';
import { Button } from '../parts/button.js';
import { useStore } from '../parts/store.js';
import styles from './admin.module.css';
import { adminKey, adminRefusal } from './admin-key.js';

const pages = [
  { to: '/admin/projects', word: 'Projects' },
  { to: '/admin/keys', word: 'Keys' },
  { to: '/admin/ingest', word: 'Ingest' },
] as const;

interface AdminPageProps {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page of the administration area. It asks for the admin key before it shows its content. */
export function AdminPage({ title, actions, children }: AdminPageProps): ReactElement {
  const hasKey = useStore(adminKey) !== undefined;
  const links = (
    <nav className={styles['pages']} aria-label="Administration">
      {pages.map(({ to, word }) => (
        <Link key={to} to={to} activeProps={{ 'aria-current': 'page' }}>
          {word}
        </Link>
      ))}
    </nav>
  );
  const bar = (
    <>
      {links}
      {hasKey && <span className="push">{actions}</span>}
    </>
  );
  return (
    <Page title={title} bar={bar}>
      {hasKey ? children : <AdminKeyForm />}
    </Page>
  );
}

function AdminKeyForm(): ReactElement {
  const refusal = useStore(adminRefusal);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('key')).trim();
    if (text !== '') {
      adminRefusal.set(undefined);
      adminKey.set(text);
    }
  };
  return (
    <form className={styles['form']} onSubmit={submit}>
      <p className={styles['lead']}>These pages need the admin key</p>
      <p className="quiet">
        It is the value of ADMIN_KEY of the service. This page keeps it in memory only: a reload
        forgets it.
      </p>
      <p role="alert" className="bad">
        {refusal !== undefined && `The service refused the key: ${refusal}`}
      </p>
      <label>
        Admin key
        <input
          className="field mono"
          name="key"
          type="password"
          autoComplete="off"
          spellCheck={false}
          required
        />
      </label>
      <Button className="main" type="submit">
        Use key
      </Button>
    </form>
  );
}
