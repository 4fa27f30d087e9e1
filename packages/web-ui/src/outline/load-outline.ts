import { send } from '../api/call.js';
import { readLines } from '../api/read-lines.js';
import { readTime } from '../parts/format-time.js';
import type { Outline } from './outline.js';
import { OutlineReader } from './read-outline.js';

/** Reads the outline of a trace, line by line as it arrives. */
export async function loadOutline(traceId: string, signal: AbortSignal): Promise<Outline> {
  const response = await send(`/traces/${traceId}/outline`, { signal });
  const reader = new OutlineReader();
  for await (const line of readLines(response)) {
    reader.takeLine(line);
  }
  return reader.finish(readTime);
}
