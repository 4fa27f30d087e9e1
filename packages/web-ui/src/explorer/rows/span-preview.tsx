import type { ReactElement } from 'react';
import { dataPreview, previewOf } from '../../api/json/preview-text.js';
import type { PreviewText, ShownSpan } from '../../api/shown-span.js';
import type { ShownValue } from '../../parts/values/shown-value.js';
import { ValueButton } from '../../parts/values/value-button.js';
import { MarkedText, writeCount } from '../../parts/values/write-value.js';
import { attributeValue, spanValues } from '../columns/span-values.js';
import styles from './span-preview.module.css';

interface SpanPreviewProps {
  readonly span: ShownSpan;
  /** Attribute keys that occur in the filter. */
  readonly matching: readonly string[];
}

/** Shows a span's input, output and error below its row, with the attributes that occur in the filter. */
export function SpanPreview({ span, matching }: SpanPreviewProps): ReactElement {
  const parts = [
    { name: 'Input', preview: dataPreview(span, 'ag.data.inputs') },
    { name: 'Output', preview: dataPreview(span, 'ag.data.outputs') },
  ];
  const error = previewOf(span.status_message);
  const shown = Object.values(spanValues).flatMap((read) => read(span) ?? []);
  const known = new Set(shown.map(({ fieldRef }) => fieldRef?.key));
  const matched = matching
    .filter((key) => !known.has(key))
    .flatMap((key) => attributeValue(span, key, `.${key}`) ?? []);
  return (
    <dl className={styles['preview']}>
      {parts.map(({ name, preview }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {preview === undefined ? (
              <span className="faint">none recorded</span>
            ) : (
              <Preview preview={preview} />
            )}
          </dd>
        </div>
      ))}
      {error !== undefined && (
        <div>
          <dt>Error</dt>
          <dd className="bad">
            <Preview preview={error} />
          </dd>
        </div>
      )}
      {matched.length > 0 && <Values name="Matching" values={matched} />}
      <Values name="Values" values={shown} />
    </dl>
  );
}

function Preview({ preview: { text, length } }: { readonly preview: PreviewText }): ReactElement {
  return (
    <>
      <MarkedText text={text} />
      {length > text.length && <span className="faint"> … {writeCount(length)} characters</span>}
    </>
  );
}

interface ValuesProps {
  readonly name: string;
  readonly values: readonly ShownValue[];
}

function Values({ name, values }: ValuesProps): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={styles['values']}>
        {values.map((shown) => (
          <span key={shown.name} className={styles['value']}>
            <span className="faint">{shown.name}</span> <MarkedText text={shown.text} />
            <ValueButton shown={shown} />
          </span>
        ))}
      </dd>
    </div>
  );
}
