/** The attribute of an article that names the call of a tool that it answers. */
export const answersAttribute = 'data-answers';

/** Moves to the message with the result of a call of a tool, in the same view as `from`; it is unfolded where it repeats. */
export function goToResult(from: Element, callId: string): void {
  const view = from.closest('[role=tabpanel]') ?? document;
  const result = view.querySelector<HTMLElement>(`[${answersAttribute}="${CSS.escape(callId)}"]`);
  const fold = result?.closest('details');
  if (fold != null) {
    fold.open = true;
  }
  result?.scrollIntoView({ block: 'center' });
  result?.focus();
}
