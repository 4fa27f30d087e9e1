import type { ReactElement } from 'react';
import { previewOf } from '../api/preview-text.js';
import { type ShownSpan, valueAt } from '../api/shown-span.js';
import { writeCount } from '../parts/format-number.js';
import { MarkedText } from '../parts/marked-text.js';
import { ValueButton } from '../parts/value-button.js';
import styles from './span-preview.module.css';
import { spanValues } from './span-values.js';

/** What a span received and returned, below its row. */
export function SpanPreview({ span }: { readonly span: ShownSpan }): ReactElement {
  const data = valueAt(span.attributes, 'ag', 'data');
  const parts = [
    { name: 'Input', preview: previewOf(valueAt(data, 'inputs')) },
    { name: 'Output', preview: previewOf(valueAt(data, 'outputs')) },
  ];
  const facts = Object.values(spanValues).flatMap((read) => read(span) ?? []);
  return (
    <dl className={styles['preview']}>
      {parts.map(({ name, preview }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {preview === undefined ? <span className="faint">none recorded</span> : preview.text}
            {preview !== undefined && preview.length > preview.text.length && (
              <span className="faint"> … {writeCount(preview.length)} characters</span>
            )}
          </dd>
        </div>
      ))}
      {span.status_message !== undefined && (
        <div>
          <dt>Error</dt>
          <dd className="bad">{span.status_message}</dd>
        </div>
      )}
      <div>
        <dt>Values</dt>
        <dd className={styles['values']}>
          {facts.map((shown) => (
            <span key={shown.name} className={styles['value']}>
              <span className="faint">{shown.name}</span> <MarkedText text={shown.text} />
              <ValueButton shown={shown} />
            </span>
          ))}
        </dd>
      </div>
    </dl>
  );
}
