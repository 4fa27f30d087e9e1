import { type KeyboardEvent, useState } from 'react';
import { complete, completionAt } from './completion.js';
import type { Suggestion } from './load-completions.js';
import { useSuggestions } from './use-suggestions.js';

/** A text and the offset of the caret in it. */
export interface TypedText {
  readonly text: string;
  readonly caret: number;
}

/** The suggestions while the user types, and the index of the marked one. */
export interface Offers {
  readonly suggestions: readonly Suggestion[];
  /** True if there are more suggestions. */
  readonly isCut: boolean;
  readonly marked: number | undefined;
  readonly open: (caret: number) => void;
  readonly close: () => void;
  readonly accept: (suggestion: Suggestion) => void;
  /** Moves through, accepts or closes the suggestions. Returns true if they handled the key. */
  readonly takeKey: (event: KeyboardEvent) => boolean;
}

/** Follows the text that the user types into a filter; `onText` receives the text after a suggestion is accepted. */
export function useOffers(text: string, onText: (typed: TypedText) => void): Offers {
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
      // A suggestion that ends with a colon needs a value; an attribute key needs an operator.
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
