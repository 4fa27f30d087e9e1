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

/** What can stand at the caret. */
interface Suggestions {
  readonly list: readonly Suggestion[];
  /** Whether the project has more than were asked for. */
  readonly isCut: boolean;
}

/** Requests begin so long after the last key. */
const TYPING_MS = 80;
const NS_PER_MS = 1_000_000n;

/** Returns what can stand at the caret: names at once, keys and values as the spans of the window have them. */
export function useSuggestions(completion: Completion | undefined): Suggestions {
  const paused = useSettled(completion);
  // What no further letter changes needs no pause.
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
    // While the next letters are looked up, the list keeps its entries that still match.
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

/** Returns the part of a request that changes with the next letter: all values of a field are asked for at once. */
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
