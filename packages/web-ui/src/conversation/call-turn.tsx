import type { ThreadStep, ThreadTurn } from '@spanhouse/trace-insight/message-thread';
import type { ReactElement } from 'react';
import { type Json, membersOf, numberAt, type ShownSpan, valueAt } from '../api/shown-span.js';
import { writeDuration } from '../parts/format-duration.js';
import { writeCost, writeCount } from '../parts/format-number.js';
import { writeJson } from '../parts/write-json.js';
import { durationOf } from '../span/duration-of.js';
import { ContentNotRecorded } from './content-not-recorded.js';
import styles from './conversation.module.css';
import type { ModelCall } from './load-calls.js';
import { MessageArticle } from './message-article.js';

interface CallTurnProps {
  readonly calls: readonly ModelCall[];
  /** The place of this call among them, from 0. */
  readonly number: number;
  /** The calls of the trace. */
  readonly total: number;
  readonly turn: ThreadTurn;
  readonly isSelected: boolean;
  readonly isAsSent: boolean;
  readonly onSelect: () => void;
  readonly showTool: (name: string) => (() => void) | undefined;
}

/** One call of a model: what is new in it, and the answer. */
export function CallTurn(props: CallTurnProps): ReactElement {
  const { calls, number, turn, isSelected, isAsSent, showTool } = props;
  const { span, inputs, outputs } = calls[number] as ModelCall;
  const base = calls[turn.base];
  const before = base === undefined ? [] : [...base.inputs, ...base.outputs];
  const messageOf = ({ kind, at }: ThreadStep) => (kind === 'removed' ? before[at] : inputs[at]);
  return (
    <section className={`${styles['callTurn']} ${isSelected ? styles['current'] : ''}`}>
      <CallHeader {...props} span={span} />
      {groupsOf(turn.steps).map((steps, group) => {
        const articles = steps.map((step) => {
          const message = messageOf(step);
          const change = step.kind === 'same' || turn.base < 0 ? undefined : step.kind;
          return (
            message !== undefined && (
              <MessageArticle
                key={`${step.kind} ${step.at}`}
                message={message}
                change={change}
                isAsSent={isAsSent}
                spanOfTool={({ name }) => showTool(name)}
              />
            )
          );
        });
        return steps[0]?.kind === 'same' ? (
          <details key={group} className={styles['same']}>
            <summary>
              {writeCount(steps.length)} {steps.length === 1 ? 'message' : 'messages'} as in call{' '}
              {turn.base + 1}
            </summary>
            {articles}
          </details>
        ) : (
          articles
        );
      })}
      {outputs.map((message, at) => (
        <MessageArticle
          key={at}
          message={message}
          isAsSent={isAsSent}
          spanOfTool={({ name }) => showTool(name)}
        />
      ))}
      {inputs.length + outputs.length === 0 && <ContentNotRecorded span={span} />}
      <Settings span={span} />
    </section>
  );
}

function CallHeader({
  number,
  total,
  span,
  onSelect,
}: CallTurnProps & { readonly span: ShownSpan }): ReactElement {
  const metric = (...path: readonly string[]) =>
    numberAt(span.attributes, 'ag', 'metrics', ...path);
  const meta = valueAt(span.attributes, 'ag', 'meta');
  const model = valueAt(meta, 'response', 'model') ?? valueAt(meta, 'request', 'model');
  const tokens = metric('tokens', 'incremental', 'total');
  const cost = metric('costs', 'incremental', 'total');
  return (
    <header>
      <span>
        call {number + 1} of {total}
      </span>
      <h3>
        <button type="button" title="Select its span" onClick={onSelect}>
          {span.span_name}
        </button>
      </h3>
      {typeof model === 'string' && <span>{model}</span>}
      <span>{writeDuration(durationOf(span))}</span>
      {tokens !== undefined && (
        <span title="Tokens in and out">
          {writeCount(metric('tokens', 'incremental', 'prompt') ?? 0)} →{' '}
          {writeCount(metric('tokens', 'incremental', 'completion') ?? 0)} tok
        </span>
      )}
      {cost !== undefined && <span title={String(cost)}>{writeCost(cost)} USD</span>}
      {span.status_code === 'STATUS_CODE_ERROR' && (
        <span className="bad">failed {span.status_message}</span>
      )}
    </header>
  );
}

/** The settings of the request and the tools that it offered. */
function Settings({ span }: { readonly span: ShownSpan }): ReactElement | null {
  const request = membersOf(valueAt(span.attributes, 'ag', 'meta', 'request')) ?? {};
  const inputs = valueAt(span.attributes, 'ag', 'data', 'inputs');
  const tools = valueAt(inputs, 'tools') ?? valueAt(inputs, 'functions');
  const settings = Object.entries(request).filter(
    ([name, value]) => name !== 'model' && typeof value !== 'object',
  );
  if (settings.length === 0 && tools === undefined) {
    return null;
  }
  return (
    <div className="faint">
      {settings.map(([name, value]) => `${name} ${writeJson(value)}`).join(' · ')}
      {tools !== undefined && <Tools tools={tools} />}
    </div>
  );
}

function Tools({ tools }: { readonly tools: Json }): ReactElement {
  const count = Array.isArray(tools) ? tools.length : 1;
  return (
    <details className={styles['content']}>
      <summary>
        {writeCount(count)} {count === 1 ? 'tool' : 'tools'} offered
      </summary>
      <pre className="mono">{writeJson(tools, 2)}</pre>
    </details>
  );
}

/** Joins neighbours that are shown alike: messages that stayed the same, and the others. */
function groupsOf(steps: readonly ThreadStep[]): readonly (readonly ThreadStep[])[] {
  const groups: ThreadStep[][] = [];
  for (const step of steps) {
    const last = groups.at(-1);
    if (last !== undefined && (last[0]?.kind === 'same') === (step.kind === 'same')) {
      last.push(step);
    } else {
      groups.push([step]);
    }
  }
  return groups;
}
