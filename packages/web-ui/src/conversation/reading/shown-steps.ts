import type { ThreadStep } from '@spanhouse/trace-insight/message-thread';
import { textDifference } from '../../compare/text-difference.js';
import type { ChatMessage } from './read-messages.js';

/** A message of a model call, and its change since the previous call of the conversation. */
export interface ShownStep {
  readonly kind: 'same' | 'added' | 'removed' | 'changed' | 'first';
  readonly message: ChatMessage;
  /** Text of the message before the change. */
  readonly before?: string;
}

interface Sides {
  /** The messages and answer of the previous call in the conversation; empty for the first call. */
  readonly before: readonly ChatMessage[];
  readonly inputs: readonly ChatMessage[];
  readonly hasBase: boolean;
}

/** Maximum combined length of two messages that are compared. */
const MAX_COMPARED = 50_000;
/** Minimum share of common text for two messages to count as one changed message. */
const MIN_COMMON = 0.3;

/**
 * Returns the messages to show. If a similar message replaced a removed message, both are shown as one changed message.
 */
export function shownSteps(
  steps: readonly ThreadStep[],
  { before, inputs, hasBase }: Sides,
): readonly ShownStep[] {
  const shown: ShownStep[] = [];
  for (const { kind, at } of steps) {
    const message = kind === 'removed' ? before[at] : inputs[at];
    if (message !== undefined) {
      addStep(shown, { kind: kind === 'added' && !hasBase ? 'first' : kind, message });
    }
  }
  return shown;
}

function addStep(shown: ShownStep[], step: ShownStep): void {
  const index = step.kind === 'added' ? indexOfSimilar(shown, step.message) : -1;
  const replaced = shown[index];
  if (replaced === undefined) {
    shown.push(step);
  } else {
    const { message } = step;
    shown[index] = { kind: 'changed', message, before: onlyText(replaced.message) ?? '' };
  }
}

/**
 * Returns the index of a removed message that resembles the new message, or -1 if there is no such message. Only
 * removed messages after the last unchanged message are considered.
 */
function indexOfSimilar(shown: readonly ShownStep[], message: ChatMessage): number {
  const lastSame = shown.findLastIndex(({ kind }) => kind === 'same');
  return shown.findIndex(
    (step, at) => at > lastSame && step.kind === 'removed' && isSimilar(step.message, message),
  );
}

function isSimilar(one: ChatMessage, other: ChatMessage): boolean {
  const [before, after] = [onlyText(one), onlyText(other)];
  if (one.role !== other.role || before === undefined || after === undefined) {
    return false;
  }
  if (before.length + after.length > MAX_COMPARED) {
    return false;
  }
  const common = textDifference(before, after)
    .filter(({ kind, text }) => kind === 'same' && text.trim() !== '')
    .reduce((sum, { text }) => sum + text.length, 0);
  return common >= MIN_COMMON * Math.max(before.length, after.length);
}

/** Returns the text of a message whose only content is text; undefined for other messages. */
export function onlyText({ content, toolCalls }: ChatMessage): string | undefined {
  const [part, ...others] = content;
  return part?.kind === 'text' && others.length === 0 && toolCalls.length === 0
    ? part.text
    : undefined;
}
