import type { ReactElement } from 'react';
import { asUnread } from '../api/json/unread-json.js';
import { type Json, membersOf, type ShownSpan, textAt, valueAt } from '../api/shown-span.js';
import { JsonView } from '../parts/json-view/json-view.js';
import { writeJson } from '../parts/values/write-json.js';
import { MarkedText, writeCount } from '../parts/values/write-value.js';
import styles from './conversation.module.css';

/** The request settings of a model call, its finish reason, and the tools offered to the model. */
export function CallSettings({ span }: { readonly span: ShownSpan }): ReactElement | null {
  const meta = valueAt(span.attributes, 'ag', 'meta');
  const inputs = valueAt(span.attributes, 'ag', 'data', 'inputs');
  const tools = valueAt(inputs, 'tools') ?? valueAt(inputs, 'functions');
  const settings = Object.entries(membersOf(valueAt(meta, 'request')) ?? {})
    .filter(([name]) => name !== 'model') // the header already shows the model
    .map(([name, value]) => `${name} ${writeJson(value)}`);
  const reasons = valueAt(meta, 'response', 'finish_reasons');
  const finish = reasons === undefined ? [] : [`finish ${[reasons].flat().map(String).join(', ')}`];
  const facts = [...finish, ...settings];
  if (facts.length === 0 && tools === undefined) {
    return null;
  }
  return (
    <div className={`faint ${styles['settings']}`}>
      {facts.length > 0 && (
        <p>
          <MarkedText text={facts.join(' · ')} />
        </p>
      )}
      {tools !== undefined && <Tools tools={tools} />}
    </div>
  );
}

function Tools({ tools }: { readonly tools: Json }): ReactElement {
  const list: readonly Json[] = Array.isArray(tools) ? (tools as readonly Json[]) : [tools];
  const count = asUnread(tools)?.index.sizeOf(asUnread(tools)?.container ?? 0) ?? list.length;
  const names = list.map(nameOfTool).filter((name) => name !== undefined);
  return (
    <details className={styles['content']}>
      <summary>
        {writeCount(count)} {count === 1 ? 'tool' : 'tools'} offered
        {names.length > 0 && (
          <>
            : <MarkedText text={names.join(', ')} />
          </>
        )}
      </summary>
      <JsonView value={tools} name="Tools offered" />
    </details>
  );
}

function nameOfTool(tool: Json): string | undefined {
  return textAt(tool, 'function', 'name') ?? textAt(tool, 'name');
}
