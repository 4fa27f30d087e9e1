import type { ThreadTurn } from '@spanhouse/trace-insight/message-thread';
import { type ReactElement, useMemo, useState } from 'react';
import { type Json, type JsonMembers, type ShownSpan, valueAt } from '../api/shown-span.js';
import { Button } from '../parts/button.js';
import { JsonView } from '../parts/json-view/json-view.js';
import {
  MarkedText,
  writeCount,
  writeDuration,
  writeExactDuration,
} from '../parts/values/write-value.js';
import { spanDuration } from '../span/load-span.js';
import { CallSettings } from './call-settings.js';
import { ContentNotRecorded } from './content/content-not-recorded.js';
import styles from './conversation.module.css';
import { MessageArticle } from './message-article.js';
import { readUsage } from './reading/read-usage.js';
import { type ShownStep, shownSteps } from './reading/shown-steps.js';
import type { ModelCall } from './reading/to-call.js';
import type { ToolLinks } from './use-tool-links.js';

interface CallTurnProps extends ToolLinks {
  readonly calls: readonly ModelCall[];
  /** Index of this call among the trace's model calls, starting at 0. */
  readonly number: number;
  /** Number of model calls in the trace. */
  readonly total: number;
  readonly turn: ThreadTurn;
  readonly isSelected: boolean;
  readonly isAsSent: boolean;
  readonly onSelect: () => void;
}

/** Shows the new messages and the answer of one model call, or the call's source attributes. */
export function CallTurn(props: CallTurnProps): ReactElement {
  const { calls, number, total, isSelected, onSelect } = props;
  const { span, inputs, outputs } = calls[number] as ModelCall;
  const [isSource, setSource] = useState(false);
  return (
    <section className={`${styles['callTurn']} ${isSelected ? styles['current'] : ''}`}>
      <div className={styles['callHead']}>
        <CallHeader span={span} position={number + 1} total={total} onSelect={onSelect} />
        <Button isPlain aria-pressed={isSource} onClick={() => setSource(!isSource)}>
          As sent
        </Button>
      </div>
      {isSource ? <SourceAttributes span={span} /> : <Messages {...props} />}
      {inputs.length + outputs.length === 0 && <ContentNotRecorded span={span} />}
      <CallSettings span={span} />
    </section>
  );
}

function Messages(props: CallTurnProps): ReactElement {
  const { calls, number, turn, isAsSent, spanOfTool, answeredCall, hasResult } = props;
  const { inputs, outputs } = calls[number] as ModelCall;
  const base = calls[turn.base];
  const steps = useMemo(
    () =>
      shownSteps(turn.steps, {
        before: base === undefined ? [] : [...base.inputs, ...base.outputs],
        inputs,
        hasBase: base !== undefined,
      }),
    [turn, base, inputs],
  );
  const further = { isAsSent, spanOfTool, answeredCall, hasResult };
  return (
    <>
      {groupsOf(steps).map((group, at) => {
        const articles = group.map(({ kind, message, before }, index) => (
          <MessageArticle
            key={index}
            message={message}
            change={kind}
            before={before}
            {...further}
          />
        ));
        return group[0]?.kind === 'same' ? (
          <details key={at} className={styles['same']}>
            <summary>
              {writeCount(group.length)} {group.length === 1 ? 'message' : 'messages'} as in call{' '}
              {turn.base + 1}
            </summary>
            {articles}
          </details>
        ) : (
          articles
        );
      })}
      {outputs.map((message, at) => (
        <MessageArticle key={at} message={message} {...further} />
      ))}
    </>
  );
}

/**
 * Groups adjacent messages that are displayed in the same style. There are two styles: one for unchanged messages, and
 * one for all other messages.
 */
function groupsOf(steps: readonly ShownStep[]): readonly (readonly ShownStep[])[] {
  const groups: ShownStep[][] = [];
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

interface CallHeaderProps {
  readonly span: ShownSpan;
  /** Position of the call among the trace's model calls, starting at 1. */
  readonly position: number;
  readonly total: number;
  readonly onSelect: () => void;
}

/** Header of a call with its number, model, duration, tokens and cost. */
function CallHeader({ span, position, total, onSelect }: CallHeaderProps): ReactElement {
  const meta = valueAt(span.attributes, 'ag', 'meta');
  const model = valueAt(meta, 'response', 'model') ?? valueAt(meta, 'request', 'model');
  const { tokens, kinds, cost, exactCost, prices } = readUsage(span);
  const duration = spanDuration(span);
  return (
    <header className="words">
      <span>
        call {position} of {total}
      </span>
      <h3>
        <button type="button" className="bare" title="Select its span" onClick={onSelect}>
          <MarkedText text={span.span_name} />
        </button>
      </h3>
      {typeof model === 'string' && (
        <span>
          <MarkedText text={model} />
        </span>
      )}
      <span title={writeExactDuration(duration)}>{writeDuration(duration)}</span>
      {tokens !== undefined && (
        <span title="Tokens in and out">
          {tokens} tok{kinds.length > 0 && ` (${kinds.join(', ')})`}
        </span>
      )}
      {cost !== undefined && (
        <span title={[exactCost, prices].filter(Boolean).join(', ')}>{cost} USD</span>
      )}
      {prices !== undefined && cost !== undefined && (
        <span className="faint">
          <MarkedText text={prices} />
        </span>
      )}
      {span.status_code === 'STATUS_CODE_ERROR' && (
        <span className="bad">
          failed <MarkedText text={span.status_message ?? ''} />
        </span>
      )}
    </header>
  );
}

/**
 * Prefixes of attributes that contain conversations in OpenTelemetry, OpenInference, OpenLLMetry and other conventions.
 */
const groups = [
  'gen_ai',
  'llm',
  'ai',
  'input',
  'output',
  'openinference',
  'embedding',
  'retrieval',
  'reranker',
  'tool',
  'traceloop',
  'langfuse',
];

/** The original attributes of a call, and the events that contain its messages. */
function SourceAttributes({ span }: { readonly span: ShownSpan }): ReactElement {
  const source = sourceOf(span);
  return Object.keys(source).length === 0 ? (
    <p className="faint">
      The library sent this span in the form of Spanhouse: see the raw JSON of the span.
    </p>
  ) : (
    <JsonView value={source} name="Attributes as sent" />
  );
}

function sourceOf({ attributes = {}, events = [] }: ShownSpan): JsonMembers {
  const sent = groups.flatMap((group) => {
    const value = attributes[group];
    return value === undefined ? [] : [[group, value] as const];
  });
  const messages = events.filter(({ name }) => name.startsWith('gen_ai.'));
  return {
    ...Object.fromEntries(sent),
    ...(messages.length > 0 && { events: messages as unknown as Json }),
  };
}
