import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { aggregate } from '../api/aggregate.js';
import { call } from '../api/call.js';
import { type Completion, writeValue } from './completion.js';

/** Something that can stand at the caret. */
export interface Suggestion {
  /** What is inserted. */
  readonly text: string;
  /** How many spans have it, where this is known. */
  readonly count?: number;
}

/** Requests begin so long after the last key. */
const TYPING_MS = 80;
const LIMIT = 50;
const SHOWN = 12;

const names = [
  'status:',
  'type:',
  'service:',
  'name:',
  'model:',
  'user:',
  'session:',
  'agent:',
  'duration>',
  'tokens>',
  'cost>',
  'errors>',
  'event:',
  'kind:',
  'trace:',
  'span:',
  'link:',
  'ref:',
  'is:root',
  'parent:none',
  'has(',
  'resource.',
  'scope.',
];

const enumerations: Readonly<Record<string, readonly string[]>> = {
  status: ['error', 'ok', 'unset'],
  kind: ['server', 'client', 'producer', 'consumer', 'internal', 'unspecified'],
  is: ['root'],
  parent: ['none'],
};

/** Names of fields whose most frequent values are asked for. */
const fields: Readonly<Record<string, string>> = {
  type: 'span_type',
  service: 'service_name',
  name: 'span_name',
};

const keys: Readonly<Record<string, string>> = {
  model: 'ag.meta.response.model',
  user: 'ag.user.id',
  session: 'ag.session.id',
  agent: 'ag.agent.id',
};

/** Returns what can stand at the caret: names at once, keys and values as the project has them. */
export function useSuggestions(completion: Completion | undefined): readonly Suggestion[] {
  const settled = useSettled(completion);
  const { data } = useQuery({
    queryKey: ['suggestions', settled?.kind, settled?.name, askedPrefix(settled)],
    queryFn: ({ signal }) => ask(settled as Completion, signal),
    enabled: settled !== undefined && settled.kind !== 'name',
  });
  if (completion === undefined) {
    return [];
  }
  const all = completion.kind === 'name' ? names.map((text) => ({ text })) : (data ?? []);
  return all.filter(({ text }) => isLike(text, completion.prefix)).slice(0, SHOWN);
}

/** Returns the part of a request that changes with the next letter: all values of a field are asked for at once. */
function askedPrefix(completion: Completion | undefined): string | undefined {
  const isOfField = completion?.kind === 'value' && fields[completion.name] !== undefined;
  return isOfField ? undefined : completion?.prefix;
}

function isLike(text: string, prefix: string): boolean {
  const [typed, offered] = [prefix, text].map((one) => one.replace(/^"/, '').toLowerCase());
  return (offered ?? '').includes(typed ?? '') && offered !== typed;
}

/** Returns the completion of a moment ago, so that not every key sends a request. */
function useSettled(completion: Completion | undefined): Completion | undefined {
  const [settled, setSettled] = useState(completion);
  const { kind, name, prefix } = completion ?? {};
  useEffect(() => {
    const timer = setTimeout(() => setSettled(completion), TYPING_MS);
    return () => clearTimeout(timer);
  }, [kind, name, prefix]);
  return settled;
}

function ask(completion: Completion, signal: AbortSignal): Promise<readonly Suggestion[]> {
  const { kind, name, prefix } = completion;
  if (kind === 'key') {
    return keysBeginning(prefix.slice(1), signal);
  }
  const field = fields[name];
  if (enumerations[name] !== undefined) {
    return Promise.resolve(enumerations[name].map((text) => ({ text })));
  }
  if (field !== undefined) {
    return valuesOfField(field, signal);
  }
  const key = keys[name] ?? (name.startsWith('.') ? name.slice(1) : undefined);
  return key === undefined ? Promise.resolve([]) : valuesOfKey(key, prefix, signal);
}

interface Counted<Value> {
  readonly value: Value;
  readonly count: number;
}

/** Returns the names of the most frequent attributes that begin with a text. */
export async function keysBeginning(prefix: string, signal: AbortSignal) {
  const query = new URLSearchParams({ prefix, limit: String(LIMIT) });
  const { keys: found } = await call<{
    readonly keys: readonly { readonly key: string; readonly count: number }[];
  }>(`/attributes/keys?${query}`, { signal });
  return found.map(({ key, count }) => ({ text: `.${key}`, count }));
}

async function valuesOfKey(key: string, prefix: string, signal: AbortSignal) {
  const query = new URLSearchParams({ key, prefix, limit: String(LIMIT) });
  const { values } = await call<{
    readonly values: readonly Counted<string | number | boolean>[];
  }>(`/attributes/values?${query}`, { signal });
  return values.map(({ value, count }) => ({ text: writeValue(value), count }));
}

async function valuesOfField(field: string, signal: AbortSignal) {
  const { facets = [] } = await aggregate(
    { facets: [{ field }], measures: ['count'], limit: LIMIT },
    signal,
  );
  const values = facets[0]?.values ?? [];
  return values.map(({ value, count }) => ({ text: writeValue(String(value)), count }));
}
