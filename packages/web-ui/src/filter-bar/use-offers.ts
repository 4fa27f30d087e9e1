import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { nowNs } from '../parts/values/format-time.js';
import { boundsOf, defaultWindow, readTimeWindow } from '../url/time-window.js';
import { useSearchParameters } from '../url/use-search.js';
import { type Completion, complete, completionAt } from './completion.js';
import { knownNames, onlyIs, textOperators } from './filter-names.js';
import {
  hasFewValues,
  isAttributeName,
  loadCompletions,
  MAX_COMPLETIONS,
  type Suggestion,
} from './load-completions.js';

/** The text of the filter field, and the offset of the caret. */
export interface TypedText {
  readonly text: string;
  readonly caret: number;
}

/**
 * Returns suggestions for the word that the user types into a filter. When the user accepts a suggestion, `onText`
 * receives the new text.
 */
export function useOffers(text: string, onText: (typed: TypedText) => void) {
  const [caret, setCaret] = useState<number>();
  const [marked, mark] = useState<number>();
  const completion = caret === undefined ? undefined : completionAt(text, caret);
  const { list: suggestions, isCut } = useSuggestions(completion);
  const count = suggestions.length;
  const open = (at: number | undefined) => {
    setCaret(at);
    mark(undefined);
  };
  const close = () => open(undefined);
  const accept = (suggestion: Suggestion) => {
    if (completion !== undefined) {
      const next = complete(text, completion, suggestion.text);
      // After a colon the user needs a value, and after an attribute key an operator, so further suggestions are shown.
      const wantsMore = suggestion.text.endsWith(':') || isKey(suggestion);
      open(wantsMore ? next.caret : undefined);
      onText(next);
    }
  };
  const move = (by: 1 | -1) => {
    const from = marked ?? (by > 0 ? -1 : 0);
    mark((count + from + by) % count);
    return true;
  };
  const acceptMarked = (at: number | undefined) => {
    const chosen = suggestions[at ?? -1];
    if (chosen !== undefined) {
      accept(chosen);
    }
    return chosen !== undefined;
  };
  const takeKey = ({ key, ctrlKey, shiftKey }: KeyboardEvent) => {
    if (count === 0) {
      return false;
    }
    switch (key) {
      case 'ArrowDown':
        return move(1);
      case 'ArrowUp':
        return move(-1);
      case 'Enter':
        return !ctrlKey && acceptMarked(marked);
      case 'Tab':
        return !shiftKey && acceptMarked(marked ?? 0);
      case 'Escape':
        close();
        return true;
      default:
        return false;
    }
  };
  const isMarked = marked !== undefined && marked < count;
  return {
    suggestions,
    isCut,
    marked: isMarked ? marked : undefined,
    open,
    close,
    accept,
    takeKey,
  };
}

function isKey({ text }: Suggestion): boolean {
  return completionAt(text, text.length)?.kind === 'key';
}

/** Delay between the last keystroke and the request for suggestions. */
const TYPING_MS = 80;

/**
 * Returns the suggestions for the word at the caret. Names are available immediately. Keys and values are read from the
 * spans in the window.
 */
function useSuggestions(completion: Completion | undefined) {
  const paused = useSettled(completion);
  // If one request returns all values of a name, typing more letters sends no request and needs no delay.
  const settled = isOfField(completion) ? completion : paused;
  const [{ w = '' }] = useSearchParameters();
  const { data = [] } = useQuery({
    queryKey: ['suggestions', settled?.kind, settled?.name, askedPrefix(settled), w],
    queryFn: ({ signal }) => {
      const window = readTimeWindow(w) ?? defaultWindow;
      const bounds = boundsOf(window, nowNs());
      return loadCompletions(settled as Completion, { bounds, signal });
    },
    enabled: settled !== undefined && settled.kind !== 'name',
    // Until new suggestions arrive, the list keeps those earlier entries that still match.
    placeholderData: (known, query) =>
      query?.queryKey[1] === settled?.kind && query?.queryKey[2] === settled?.name
        ? known
        : undefined,
  });
  if (completion === undefined) {
    return { list: [], isCut: false };
  }
  const { kind, prefix } = completion;
  const all = kind === 'name' ? nameCompletions(prefix).map(asSuggestion) : data;
  const isWholeKey = kind === 'key' && all.some(({ text }) => text === prefix);
  const operators = isWholeKey ? attributeCompletions(prefix).map(asSuggestion) : [];
  return {
    list: [...operators, ...all].filter(({ text }) => isLike(text, prefix)),
    isCut: kind !== 'name' && data.length === MAX_COMPLETIONS,
  };
}

function asSuggestion(text: string): Suggestion {
  return { text };
}

/**
 * Returns the typed prefix, or undefined if the request does not depend on it because all values of the field are
 * requested.
 */
function askedPrefix(completion: Completion | undefined): string | undefined {
  return isOfField(completion) ? undefined : completion?.prefix;
}

function isOfField(completion: Completion | undefined): boolean {
  return completion?.kind === 'value' && hasFewValues(completion.name);
}

function isLike(text: string, prefix: string): boolean {
  const [typed, offered] = [prefix, text].map((one) => one.replace(/^"/, '').toLowerCase());
  return (offered ?? '').includes(typed ?? '') && offered !== typed;
}

/** Delays a completion, so that typing does not send a request for every keystroke. */
function useSettled(completion: Completion | undefined): Completion | undefined {
  const [settled, setSettled] = useState(completion);
  const { kind, name, prefix } = completion ?? {};
  useEffect(() => {
    const timer = setTimeout(() => setSettled(completion), TYPING_MS);
    return () => clearTimeout(timer);
  }, [kind, name, prefix]);
  return settled;
}

const attributeOperators = [...textOperators, '>', '>=', '<', '<='];

/** Further suggestions for the beginning of a condition, in addition to known names with operators. */
const others = ['is:root', 'parent:none', 'has(', 'event.', 'resource.', 'scope.'];

const everyName = [
  ...Object.entries(knownNames).flatMap(([name, { operators }]) =>
    operators.slice(0, 1).map((usual) => name + usual),
  ),
  ...others,
];

/**
 * Returns suggestions for a typed name. For a partial name, each suggestion is a name with its most common operator. A
 * complete name is combined with each of its operators.
 */
function nameCompletions(typed: string): readonly string[] {
  const [name = ''] = /^[^:<>~^$=]*/.exec(typed) ?? [];
  const operators = Object.hasOwn(knownNames, name) ? (knownNames[name]?.operators ?? []) : [];
  return [...new Set([...operators.map((operator) => name + operator), ...everyName])];
}

/** Returns one suggestion per operator that an attribute supports. */
function attributeCompletions(name: string): readonly string[] {
  const operators = name.startsWith('event.') ? onlyIs : attributeOperators;
  return isAttributeName(name) ? operators.map((operator) => name + operator) : [];
}
