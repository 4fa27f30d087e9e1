import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { ShownSpan } from '../api/shown-span.js';
import { flattenAttributes } from './flatten-attributes.js';
import styles from './span.module.css';

/** The spans that a span links to. */
export function LinksTab({ span }: { readonly span: ShownSpan }): ReactElement {
  return (
    <ul className={styles['events']}>
      {(span.links ?? []).map(({ trace_id: traceId, span_id: spanId, attributes = {} }) => (
        <li key={`${traceId}${spanId}`}>
          <Link
            className="mono"
            to="/traces/$traceId"
            params={{ traceId }}
            search={{ s: spanId } as never}
          >
            {traceId} / {spanId}
          </Link>
          <dl className={styles['group']}>
            {flattenAttributes(attributes).map(({ path, text }) => (
              <div key={path}>
                <dt className="mono">{path}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}
