import { z } from 'zod';
import { compareSpans } from './compare-spans-tool.js';
import { listSessions, listUsers } from './list-actors-tool.js';
import { listAttributeKeys, listAttributeValues } from './list-attributes-tool.js';
import { openTrace } from './open-trace-tool.js';
import { readSpans } from './read-spans-tool.js';
import { searchTraces } from './search-traces-tool.js';
import { summarizeSpans } from './summarize-spans-tool.js';
import type { Tool } from './tool.js';

/** All tools, in the order in which an investigation usually needs them. No tool changes data. */
export const tools: readonly Tool[] = [
  summarizeSpans,
  searchTraces,
  openTrace,
  readSpans,
  compareSpans,
  listAttributeKeys,
  listAttributeValues,
  listSessions,
  listUsers,
];

/** Tool descriptions that clients show to models. */
export const toolList = tools.map(({ name, title, description, schema }) => {
  const { $schema: _, ...inputSchema } = z.toJSONSchema(schema, { io: 'input' });
  const annotations = { readOnlyHint: true, idempotentHint: true, openWorldHint: false };
  return {
    name,
    title,
    description,
    inputSchema: { ...inputSchema, type: 'object' as const },
    annotations,
  };
});
