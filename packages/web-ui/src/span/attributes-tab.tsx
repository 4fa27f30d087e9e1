import { type ReactElement, useMemo, useState } from 'react';
import type { ShownSpan } from '../api/shown-span.js';
import { CopyButton } from '../parts/copy-button.js';
import { type FlatAttribute, flattenAttributes } from './flatten-attributes.js';
import styles from './span.module.css';

/** Rows that are shown at once; a search finds those beyond. */
const MAX_ROWS = 2000;

/** The attributes of a span, its resource and its scope, one row for each value. */
export function AttributesTab({ span }: { readonly span: ShownSpan }): ReactElement {
  const [search, setSearch] = useState('');
  const groups = useMemo(() => groupsOf(span), [span]);
  const wanted = search.toLowerCase();
  return (
    <>
      <input
        className={`field ${styles['find']}`}
        type="search"
        aria-label="Find an attribute"
        placeholder="Find a key or a value"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      {groups.map(({ title, rows }) => (
        <Group key={title} title={title} rows={rows.filter((row) => matches(row, wanted))} />
      ))}
    </>
  );
}

interface AttributeGroup {
  readonly title: string;
  readonly rows: readonly FlatAttribute[];
}

function groupsOf({ attributes = {}, resource, scope }: ShownSpan): readonly AttributeGroup[] {
  const { ag = {}, ...own } = attributes;
  const { name, version } = scope ?? {};
  const library = {
    ...(name !== undefined && { name }),
    ...(version !== undefined && { version }),
  };
  return [
    { title: 'Own', rows: flattenAttributes(own) },
    { title: 'Canonical', rows: flattenAttributes({ ag }) },
    { title: 'Resource', rows: flattenAttributes(resource?.attributes ?? {}) },
    { title: 'Scope', rows: flattenAttributes({ ...library, ...scope?.attributes }) },
  ];
}

function matches({ path, text }: FlatAttribute, wanted: string): boolean {
  return path.toLowerCase().includes(wanted) || text.toLowerCase().includes(wanted);
}

function Group({ title, rows }: AttributeGroup): ReactElement | null {
  if (rows.length === 0) {
    return null;
  }
  return (
    <section className={styles['group']}>
      <h3>
        {title} <span className="faint">{rows.length}</span>
      </h3>
      <dl>
        {rows.slice(0, MAX_ROWS).map(({ path, text, isText }) => (
          <div key={path}>
            <dt className="mono">{path}</dt>
            <dd className={isText ? '' : 'mono'}>{text}</dd>
            <dd>
              <CopyButton text={text} what={`the value of ${path}`} />
            </dd>
          </div>
        ))}
      </dl>
      {rows.length > MAX_ROWS && (
        <p className="faint">{rows.length - MAX_ROWS} more: find them by key or value.</p>
      )}
    </section>
  );
}
