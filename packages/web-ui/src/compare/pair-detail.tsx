import { type ReactElement, useMemo } from 'react';
import { readWhole } from '../api/json/unread-json.js';
import type { ShownSpan } from '../api/shown-span.js';
import { AddressTabs } from '../parts/address-tabs.js';
import { Problem, Waiting } from '../parts/answers/answer-states.js';
import { PlainButton } from '../parts/button.js';
import { Table } from '../parts/lists/table.js';
import {
  MarkedText,
  writeCount,
  writeDuration,
  writeExactDuration,
} from '../parts/values/write-value.js';
import { type LoadedSpan, useSpan } from '../span/load-span.js';
import { type Outline, spanIdAt } from '../trace/outline/outline.js';
import { ComparedAttributes } from './compared-attributes.js';
import type { Comparison } from './comparison.js';
import styles from './pair.module.css';
import {
  attributePairs,
  isIdOrTime,
  type MessagePair,
  messagePairs,
  metricPairs,
  type ValuePair,
} from './span-differences.js';
import { countLines } from './text-difference.js';
import { TextOfSide } from './text-of-side.js';
import {
  writeCountChange,
  writeExactChange,
  writeExactDurationChange,
  writePercentChange,
} from './write-change.js';

interface PairDetailProps {
  readonly comparison: Comparison;
  /** The indexes of the two spans. An index is -1 if the trace lacks the span. */
  readonly spans: readonly [a: number, b: number];
  readonly onClose: () => void;
}

/** Shows the details of two corresponding spans side by side, or of a single span that exists in only one trace. */
export function PairDetail({ comparison, spans, onClose }: PairDetailProps): ReactElement {
  const { a, b } = comparison;
  const [inA, inB] = spans;
  const [spanA, spanB] = [useSide(a, inA), useSide(b, inB)];
  const failed = [spanA, spanB].find(({ error }) => error !== null);
  const isWaiting = [spanA, spanB].some((side) => side.isWaiting);
  const name = a.texts[a.name[inA] ?? -1] ?? b.texts[b.name[inB] ?? -1];
  const tokens = (b.tokensAll[inB] ?? 0) - (a.tokensAll[inA] ?? 0);
  return (
    <section className={styles['pair']} aria-label="Pair">
      <header className={styles['pairHead']}>
        <h2>{name}</h2>
        {(inA < 0 || inB < 0) && <span className="accent">only in {inB < 0 ? 'A' : 'B'}</span>}
        {tokens !== 0 && <span className="quiet">tokens {writeCountChange(tokens)}</span>}
        <PlainButton onClick={onClose}>
          Close <kbd>Esc</kbd>
        </PlainButton>
      </header>
      {failed !== undefined && (
        <Problem error={failed.error} onRetry={() => void failed.refetch()} />
      )}
      {failed === undefined && isWaiting && <Waiting />}
      {failed === undefined && !isWaiting && <PairTabs a={spanA.data} b={spanB.data} />}
    </section>
  );
}

/** Reads the span at an index in one trace. Reads nothing if the trace lacks the span. */
function useSide(outline: Outline, at: number) {
  const { data, error, refetch } = useSpan(outline.traceId, spanIdAt(outline, at));
  return { data, error, refetch, isWaiting: at >= 0 && data === undefined };
}

interface PairTabsProps {
  readonly a: LoadedSpan | null | undefined;
  readonly b: LoadedSpan | null | undefined;
}

function PairTabs({ a, b }: PairTabsProps): ReactElement {
  const { messages, attributes, metrics, lines, differing } = useMemo(
    () => differencesOf(wholeSpan(a), wholeSpan(b)),
    [a, b],
  );
  const tabs = [
    {
      id: 'messages',
      name: (
        <>
          Messages <span className="faint">{linesText(lines)}</span>
        </>
      ),
      content: <ComparedMessages pairs={messages} />,
    },
    {
      id: 'attributes',
      name: (
        <>
          Attributes{' '}
          <span className="faint">
            {differing} {differing === 1 ? 'differs' : 'differ'}
          </span>
        </>
      ),
      content: <ComparedAttributes pairs={attributes} />,
    },
    { id: 'numbers', name: 'Numbers', content: <ComparedMetrics pairs={metrics} /> },
  ];
  return (
    <AddressTabs
      label="Parts of the pair"
      parameter="tab"
      tabs={tabs}
      className="headed"
      panelClassName={styles['panel']}
    />
  );
}

/** Parses the unparsed parts of a span, because they may contain differences. */
function wholeSpan(loaded: LoadedSpan | null | undefined): ShownSpan | undefined {
  return loaded == null ? undefined : (readWhole(loaded.raw) as unknown as ShownSpan);
}

function differencesOf(a: ShownSpan | undefined, b: ShownSpan | undefined) {
  const messages = messagePairs(a, b);
  const attributes = attributePairs(a, b);
  const lines = messages.map((pair) => countLines(pair.a ?? '', pair.b ?? ''));
  const sum = (kind: 'added' | 'removed') => lines.reduce((total, each) => total + each[kind], 0);
  return {
    messages,
    attributes,
    metrics: metricPairs(a, b),
    lines: { added: sum('added'), removed: sum('removed') },
    differing: attributes.filter((pair) => pair.a !== pair.b && !isIdOrTime(pair)).length,
  };
}

function linesText({ added, removed }: { readonly added: number; readonly removed: number }) {
  return added + removed === 0 ? 'the same' : `+${added} -${removed} lines`;
}

/** Shows the duration, tokens, costs and errors of two spans, and their differences. */
function ComparedMetrics({ pairs }: { readonly pairs: readonly ValuePair[] }): ReactElement {
  return (
    <Table
      className={`${styles['values']} ${styles['metrics']}`}
      aria-label="Numbers"
      words={['Metric', 'A', 'B', 'Difference']}
    >
      {pairs.map((pair) => (
        <tr key={pair.key}>
          <th scope="row">
            <MarkedText text={pair.key} />
          </th>
          <Values pair={pair} />
        </tr>
      ))}
    </Table>
  );
}

function Values({ pair: { key, a, b } }: { readonly pair: ValuePair }): ReactElement {
  const isDuration = key === 'duration';
  const write = (text: string | undefined) =>
    text !== undefined && isDuration ? (
      <span title={writeExactDuration(BigInt(text))}>{writeDuration(BigInt(text))}</span>
    ) : (
      text
    );
  const [before, after] = [Number(a ?? 0), Number(b ?? 0)];
  return (
    <>
      <td>{write(a) ?? '–'}</td>
      <td>{write(b) ?? '–'}</td>
      <td>
        {isDuration ? writeExactDurationChange(after - before) : writeExactChange(before, after)}{' '}
        <span className="faint">{before === after ? '' : writePercentChange(before, after)}</span>
      </td>
    </>
  );
}

/** Shows the messages of two spans side by side. Equal messages are collapsed. */
function ComparedMessages({ pairs }: { readonly pairs: readonly MessagePair[] }): ReactElement {
  if (pairs.length === 0) {
    return <p className="quiet">Neither span has messages, an input or an output.</p>;
  }
  return (
    <>
      <div className={styles['sides']} aria-hidden="true">
        <b>A</b>
        <b>B</b>
      </div>
      {pairs.map((pair, at) => (
        <Message key={at} pair={pair} />
      ))}
    </>
  );
}

function Message({ pair: { role, a, b } }: { readonly pair: MessagePair }): ReactElement {
  if (a === b) {
    return (
      <article aria-label={`${role}, the same in both`}>
        <details className={styles['same']}>
          <summary>
            <MarkedText text={role} />, the same in both, {writeCount(a?.length ?? 0)} characters
          </summary>
          <p className={styles['text']}>
            <MarkedText text={a ?? ''} />
          </p>
        </details>
      </article>
    );
  }
  return (
    <article
      aria-label={
        a === undefined ? `${role}, only in B` : b === undefined ? `${role}, only in A` : role
      }
    >
      <h3 className="faint">
        <MarkedText text={role} />
      </h3>
      <div className={styles['sides']}>
        <TextOfSide side="a" a={a} b={b} />
        <TextOfSide side="b" a={a} b={b} />
      </div>
    </article>
  );
}
