import { type ReactElement, useMemo, useState } from 'react';
import type { Json, JsonMembers, ShownSpan } from '../api/shown-span.js';
import { Button } from '../parts/button.js';
import { JsonView } from '../parts/json-view/json-view.js';
import type { ShownValue } from '../parts/values/shown-value.js';
import { writeCount } from '../parts/values/write-value.js';
import { useSearchParameters } from '../url/use-search.js';
import { fieldOfPath } from './field-of-path.js';
import { flattenAttributes } from './flatten-attributes.js';
import type { SpanTabProps } from './load-span.js';
import styles from './span.module.css';
import { ValueRows } from './value-rows.js';

/** Attributes of a span, its resource and its scope, as rows or as trees. */
export function AttributesTab({ loaded: { span } }: SpanTabProps): ReactElement {
  const [search, setSearch] = useState('');
  const [{ form }, change] = useSearchParameters();
  const groups = useMemo(() => groupsOf(span), [span]);
  const isTree = form === 'tree' && search === '';
  return (
    <>
      <p className={styles['tools']}>
        <input
          className={`field ${styles['find']}`}
          type="search"
          aria-label="Find an attribute"
          placeholder="Find a key or a value"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        <Button aria-pressed={isTree} onClick={() => change({ form: isTree ? undefined : 'tree' })}>
          Tree
        </Button>
      </p>
      {groups.map((group) => (
        <Group key={group.title} group={group} search={search.toLowerCase()} isTree={isTree} />
      ))}
    </>
  );
}

interface AttributeGroup {
  readonly title: string;
  readonly members: JsonMembers;
  /** Path of the attributes in the span's JSON. */
  readonly path: readonly string[];
}

function groupsOf({ attributes = {}, resource, scope }: ShownSpan): readonly AttributeGroup[] {
  const { ag, ...own } = attributes;
  const { name, version } = scope ?? {};
  const library = {
    ...(name !== undefined && { name }),
    ...(version !== undefined && { version }),
  };
  const groups: readonly AttributeGroup[] = [
    { title: 'Own', members: own, path: ['attributes'] },
    { title: 'Canonical', members: ag === undefined ? {} : { ag }, path: ['attributes'] },
    {
      title: 'Resource',
      members: resource?.attributes ?? {},
      path: ['resource', 'attributes'],
    },
    { title: 'Library', members: library, path: ['scope'] },
    { title: 'Scope', members: scope?.attributes ?? {}, path: ['scope', 'attributes'] },
  ];
  return groups.filter(({ members }) => Object.keys(members).length > 0);
}

/** Returns the total number of attributes of a span, its resource and its scope. */
export function countAttributes(span: ShownSpan): number {
  return groupsOf(span).reduce((sum, { members }) => sum + flattenAttributes(members).length, 0);
}

interface GroupProps {
  readonly group: AttributeGroup;
  readonly search: string;
  readonly isTree: boolean;
}

function Group({ group, search, isTree }: GroupProps): ReactElement | null {
  const { title, members, path } = group;
  const rows = useMemo(
    () => flattenAttributes(members, (names) => fieldOfPath([...path, ...names])),
    [members, path],
  );
  const found = useMemo(() => rows.filter((row) => matches(row, search)), [rows, search]);
  if (found.length === 0) {
    return null;
  }
  return (
    <section className={styles['group']}>
      <h3>
        {title} <span className="faint">{writeCount(found.length)}</span>
      </h3>
      {isTree ? (
        <JsonView
          value={members as Json}
          name={title}
          fieldRefOf={(names) => fieldOfPath([...path, ...names])}
        />
      ) : (
        <ValueRows rows={found} />
      )}
    </section>
  );
}

function matches({ name, text }: ShownValue, search: string): boolean {
  // Long values are scanned only when the user searches.
  return (
    search === '' || name.toLowerCase().includes(search) || text.toLowerCase().includes(search)
  );
}
