import type { ReactElement, ReactNode } from 'react';
import { previewOf } from '../api/preview-text.js';
import { type Json, numberAt, type ShownSpan, valueAt } from '../api/shown-span.js';
import { writeExactDuration } from '../parts/format-duration.js';
import { writeCost, writeCount } from '../parts/format-number.js';
import { MarkedText } from '../parts/marked-text.js';
import { durationOf } from './duration-of.js';
import styles from './span.module.css';

/** What a person asks first: did it work, when, how long, what did it cost, what went in and out. */
export function OverviewTab({ span }: { readonly span: ShownSpan }): ReactElement {
  const metric = (...path: readonly string[]) =>
    numberAt(span.attributes, 'ag', 'metrics', ...path);
  const model =
    valueAt(span.attributes, 'ag', 'meta', 'response', 'model') ??
    valueAt(span.attributes, 'ag', 'meta', 'request', 'model');
  const tokens = metric('tokens', 'incremental', 'total');
  const cost = metric('costs', 'incremental', 'total');
  const data = valueAt(span.attributes, 'ag', 'data');
  return (
    <>
      {span.status_message !== undefined && <p className="bad">{span.status_message}</p>}
      <dl className={styles['facts']}>
        <Fact name="Status">{statusNames[span.status_code ?? ''] ?? span.status_code}</Fact>
        <Fact name="Start">
          <span className="mono">{span.start_time}</span>
        </Fact>
        <Fact name="End">
          <span className="mono">{span.end_time}</span>
        </Fact>
        <Fact name="Duration">
          <span className="mono">{writeExactDuration(durationOf(span))}</span>
        </Fact>
        <Fact name="Model">{typeof model === 'string' ? model : undefined}</Fact>
        <Fact name="Tokens">
          {tokens !== undefined &&
            `${writeCount(metric('tokens', 'incremental', 'prompt') ?? 0)} in, ${writeCount(
              metric('tokens', 'incremental', 'completion') ?? 0,
            )} out`}
        </Fact>
        <Fact name="Cost (USD)">
          {cost !== undefined && <span title={String(cost)}>{writeCost(cost)}</span>}
        </Fact>
        <Fact name="User">{span.user_id}</Fact>
        <Fact name="Session">{span.session_id}</Fact>
        <Fact name="Kind">{span.span_kind?.replace('SPAN_KIND_', '').toLowerCase()}</Fact>
        <Fact name="Span id">
          <span className="mono">{span.span_id}</span>
        </Fact>
      </dl>
      <Payload name="Input" value={valueAt(data, 'inputs')} />
      <Payload name="Output" value={valueAt(data, 'outputs')} />
    </>
  );
}

const statusNames: Readonly<Record<string, string>> = {
  STATUS_CODE_OK: 'OK',
  STATUS_CODE_ERROR: 'Error',
  STATUS_CODE_UNSET: 'Unset',
};

interface FactProps {
  readonly name: string;
  readonly children: ReactNode;
}

function Fact({ name, children }: FactProps): ReactNode {
  if (children === undefined || children === false || children === '') {
    return null;
  }
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface PayloadProps {
  readonly name: string;
  readonly value: Json | undefined;
}

function Payload({ name, value }: PayloadProps): ReactElement | null {
  const preview = previewOf(value);
  return preview === undefined ? null : (
    <section className={styles['payload']}>
      <h3>{name}</h3>
      <p>
        <MarkedText text={preview.text} />
      </p>
    </section>
  );
}
