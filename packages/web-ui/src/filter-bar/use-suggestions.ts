import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { boundsOf, defaultWindow, readTimeWindow } from '../url/time-window.js';
import { useSearchParameters } from '../url/use-search.js';
import type { Completion } from './completion.js';
import {
  hasFewValues,
  loadCompletions,
  MAX_COMPLETIONS,
  type Suggestion,
} from './load-completions.js';
import { attributeCompletions, nameCompletions } from './name-completions.js';

/** Suggestions for the text at the caret. */
interface Suggestions {
  readonly list: readonly Suggestion[];
  /** True if the project has more than were requested. */
  readonly isCut: boolean;
}

/** Delay between the last key and a request. */
const TYPING_MS = 80;
const NS_PER_MS = 1_000_000n;

/** Returns the suggestions at the caret: names at once, keys and values as they occur in the spans of the window. */
export function useSuggestions(completion: Completion | undefined): Suggestions {
  const paused = useSettled(completion);
  // All values of a field are requested at once, so further letters need no delay.
  const settled = isOfField(completion) ? completion : paused;
  const [{ w = '' }] = useSearchParameters();
  const { data = [] } = useQuery({
    queryKey: ['suggestions', settled?.kind, settled?.name, askedPrefix(settled), w],
    queryFn: ({ signal }) => {
      const window = readTimeWindow(w) ?? defaultWindow;
      const bounds = boundsOf(window, BigInt(Date.now()) * NS_PER_MS);
      return loadCompletions(settled as Completion, { bounds, signal });
    },
    enabled: settled !== undefined && settled.kind !== 'name',
    // During the next lookup, the list keeps the entries that still match.
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
 * Returns the part of a request that changes with the typed letters; undefined if all values of a field are requested.
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

/** Delays a completion, so that not every key sends a request. */
function useSettled(completion: Completion | undefined): Completion | undefined {
  const [settled, setSettled] = useState(completion);
  const { kind, name, prefix } = completion ?? {};
  useEffect(() => {
    const timer = setTimeout(() => setSettled(completion), TYPING_MS);
    return () => clearTimeout(timer);
  }, [kind, name, prefix]);
  return settled;
}
