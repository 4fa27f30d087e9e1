import { send } from '../api/call.js';
import { readTime } from '../parts/format-time.js';
import type { Outline } from './outline.js';
import { OutlineReader } from './read-outline.js';

/** Reads the outline of a trace, line by line as it arrives. */
export async function loadOutline(traceId: string, signal: AbortSignal): Promise<Outline> {
  const response = await send(`/traces/${traceId}/outline`, { signal });
  const reader = new OutlineReader();
  for await (const line of linesOf(response)) {
    reader.takeLine(line);
  }
  return reader.finish(readTime);
}

/** Yields the lines of a response that are not empty. */
async function* linesOf(response: Response): AsyncGenerator<string> {
  const text = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value = '' } = (await text?.read()) ?? { done: true };
    const lines = (rest + value).split('\n');
    rest = done ? '' : (lines.pop() ?? '');
    yield* lines.filter((line) => line !== '');
    if (done) {
      return;
    }
  }
}
