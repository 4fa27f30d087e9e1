import type { ReactElement } from 'react';
import { readWhole } from '../api/json/unread-json.js';
import type { JsonMembers } from '../api/shown-span.js';
import { Message } from '../parts/answers/message.js';
import { flattenAttributes } from './flatten-attributes.js';
import type { SpanTabProps } from './load-span.js';
import styles from './span.module.css';
import { ValueRows } from './value-rows.js';

/** Applications, variants, evaluators and other entities that a span refers to, with the hashes of their sets. */
export function ReferencesTab({ loaded: { span } }: SpanTabProps): ReactElement {
  const { references = [], hashes = [] } = span;
  if (references.length + hashes.length === 0) {
    return <Message title="This span has no references." />;
  }
  return (
    <>
      <Entries title="References" entries={references} />
      <Entries title="Hashes" entries={hashes} />
    </>
  );
}

interface EntriesProps {
  readonly title: string;
  readonly entries: readonly JsonMembers[];
}

function Entries({ title, entries }: EntriesProps): ReactElement | null {
  if (entries.length === 0) {
    return null;
  }
  return (
    <section className={styles['group']}>
      <h3>{title}</h3>
      <ol className={styles['events']}>
        {entries.map((entry, at) => (
          <li key={at}>
            <ValueRows rows={flattenAttributes(readWhole(entry))} />
          </li>
        ))}
      </ol>
    </section>
  );
}
