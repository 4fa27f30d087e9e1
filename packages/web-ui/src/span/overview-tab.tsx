import { type ReactElement, type ReactNode, useMemo } from 'react';
import { type Json, type ShownSpan, serviceOf, valueAt } from '../api/shown-span.js';
import { CallSettings } from '../conversation/call-settings.js';
import { ContentNotRecorded } from '../conversation/content/content-not-recorded.js';
import { ContentValue } from '../conversation/content/content-value.js';
import { MessageArticle } from '../conversation/message-article.js';
import { readUsage } from '../conversation/reading/read-usage.js';
import { toCall } from '../conversation/reading/to-call.js';
import { type ShownValue, tieValue } from '../parts/values/shown-value.js';
import { ValueButton } from '../parts/values/value-button.js';
import { MarkedText, writeExactDuration } from '../parts/values/write-value.js';
import { type SpanTabProps, spanDuration } from './load-span.js';
import styles from './span.module.css';

/** Summary of a span: status, time, duration, cost, input and output. */
export function OverviewTab({ loaded: { span } }: SpanTabProps): ReactElement {
  const data = valueAt(span.attributes, 'ag', 'data');
  return (
    <>
      {span.status_message !== undefined && (
        <p className="bad verbatim">
          <MarkedText text={span.status_message} />
        </p>
      )}
      <dl className={styles['facts']}>
        {factsOf(span).map((shown) => (
          <Fact key={shown.name} shown={shown} />
        ))}
      </dl>
      <Payload name="Input" value={valueAt(data, 'inputs')} />
      <Payload name="Output" value={valueAt(data, 'outputs')} />
    </>
  );
}

/** Returns the facts about a span, most useful first. */
function factsOf(span: ShownSpan): readonly ShownValue[] {
  const meta = valueAt(span.attributes, 'ag', 'meta');
  const { tokens, kinds, exactCost, prices } = readUsage(span);
  const modelOf = (side: string) =>
    fact('Model', valueAt(meta, side, 'model'), {
      field: 'attributes',
      key: `ag.meta.${side}.model`,
    });
  return [
    fact('Status', span.status_code, { field: 'status_code' }),
    fact('Start', span.start_time),
    fact('End', span.end_time),
    fact('Duration', writeExactDuration(spanDuration(span))),
    modelOf('response') ?? modelOf('request'),
    fact('Tokens', tokens && [`${tokens} (in → out)`, ...kinds].join(', ')),
    fact('Cost (USD)', exactCost),
    fact('Prices', prices),
    fact('User', span.user_id, { field: 'user_id' }),
    fact('Session', span.session_id, { field: 'session_id' }),
    fact('Agent', span.agent_id, { field: 'agent_id' }),
    fact('Service', serviceOf(span), { field: 'service_name' }),
    fact('Type', span.span_type, { field: 'span_type' }),
    span.span_kind === 'SPAN_KIND_UNSPECIFIED'
      ? undefined
      : fact('Kind', span.span_kind, { field: 'span_kind' }),
    fact('Library', span.scope?.name, { field: 'scope_name' }),
    fact('Span id', span.span_id, { field: 'span_id' }),
    fact('Parent id', span.parent_id, { field: 'parent_id' }),
  ].filter((shown) => shown !== undefined);
}

function fact(
  name: string,
  value: Json | undefined,
  fieldRef?: ShownValue['fieldRef'],
): ShownValue | undefined {
  return typeof value === 'string' && value !== ''
    ? { name, value, text: value, ...(fieldRef !== undefined && { fieldRef }) }
    : undefined;
}

function Fact({ shown }: { readonly shown: ShownValue }): ReactNode {
  const { name, text } = shown;
  return (
    <div data-value ref={tieValue(shown)}>
      <dt>{name}</dt>
      <dd className={/ id$|^(Start|End|Duration|Cost)/.test(name) ? 'mono' : ''}>
        <MarkedText text={words.get(text) ?? text} />
      </dd>
      <dd>
        <ValueButton shown={shown} />
      </dd>
    </div>
  );
}

/** Display names for values that the API returns. */
const words: ReadonlyMap<string, string> = new Map([
  ['STATUS_CODE_OK', 'OK'],
  ['STATUS_CODE_ERROR', 'Error'],
  ['STATUS_CODE_UNSET', 'Unset'],
  ['SPAN_KIND_INTERNAL', 'internal'],
  ['SPAN_KIND_SERVER', 'server'],
  ['SPAN_KIND_CLIENT', 'client'],
  ['SPAN_KIND_PRODUCER', 'producer'],
  ['SPAN_KIND_CONSUMER', 'consumer'],
]);

function Payload({ name, value }: { readonly name: string; readonly value: Json | undefined }) {
  return value === undefined || value === null ? null : (
    <section aria-label={name}>
      <h3>{name}</h3>
      <ContentValue value={value} name={name} />
    </section>
  );
}

/** Shows the input and output messages of a model call. For any other span, shows its input and output. */
export function MessagesTab({ loaded: { span } }: SpanTabProps): ReactElement {
  const call = useMemo(() => toCall(span), [span]);
  const { inputs, outputs } = call;
  const messages = [...inputs, ...outputs];
  if (messages.length === 0) {
    return <ContentNotRecorded span={span} />;
  }
  const calls = messages.flatMap(({ toolCalls }) => toolCalls);
  const answered = new Set(messages.map(({ toolCallId }) => toolCallId));
  return (
    <>
      {messages.map((message, at) => (
        <MessageArticle
          key={at}
          message={message}
          answeredCall={(id) => calls.find((each) => each.id === id)}
          hasResult={(id) => id !== '' && answered.has(id)}
        />
      ))}
      <CallSettings span={call.span} />
    </>
  );
}
