import type { ReactElement } from 'react';
import type { Json, JsonMembers, ShownSpan } from '../../api/shown-span.js';
import { JsonView } from '../../parts/json-view/json-view.js';

/** Groups of attributes that contain conversations, from OpenTelemetry, OpenInference, OpenLLMetry and others. */
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

/** The unchanged attributes of a call, and its events with messages. */
export function SourceAttributes({ span }: { readonly span: ShownSpan }): ReactElement {
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
