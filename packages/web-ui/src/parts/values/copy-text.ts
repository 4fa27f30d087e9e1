import { createStore } from '../store.js';

const SHOWN_MS = 10_000;

/** The reason why the last copy failed; undefined if the last copy succeeded. */
export const copyProblem = createStore<string | undefined>(undefined);

let timer: ReturnType<typeof setTimeout> | undefined;

/** Copies a string. Returns true on success. If the copy fails, the status line shows the reason. */
export async function copyText(text: string): Promise<boolean> {
  let problem: string | undefined;
  try {
    await write(text);
  } catch (error) {
    problem = `Not copied: ${(error as Error).message}`;
  }
  clearTimeout(timer);
  copyProblem.set(problem);
  if (problem !== undefined) {
    timer = setTimeout(() => copyProblem.set(undefined), SHOWN_MS);
  }
  return problem === undefined;
}

/**
 * Writes to the clipboard. Over plain HTTP, browsers offer no clipboard API except on localhost, but they still fire
 * copy events.
 */
async function write(text: string): Promise<void> {
  if ('clipboard' in navigator) {
    await navigator.clipboard.writeText(text);
  } else if (!answerCopy(text)) {
    throw new Error('the browser allows it only over HTTPS.');
  }
}

function answerCopy(text: string): boolean {
  let isAnswered = false;
  const answer = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    isAnswered = true;
  };
  document.addEventListener('copy', answer, { capture: true });
  try {
    return document.execCommand('copy') && isAnswered;
  } finally {
    document.removeEventListener('copy', answer, { capture: true });
  }
}
