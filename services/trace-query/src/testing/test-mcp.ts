import request from 'supertest';
import { createTestTraceQuery, type TestTraceQueryOptions } from './test-trace-query.js';

/** A message that requests the list of tools. */
export const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

/** Creates the service with the MCP route. */
export function createTestMcp(options: TestTraceQueryOptions = {}) {
  const query = createTestTraceQuery({ ...options, settings: { mcp: {}, ...options.settings } });
  const post = () => request(query.app).post('/mcp');
  const call = async (name: string, args: object) => {
    const params = { name, arguments: args };
    const { status, body } = await post().send({ ...listTools, method: 'tools/call', params });
    const { content, isError } = body.result ?? { content: [{ text: '{}' }] };
    return { status, isError, body, answer: JSON.parse(content[0].text) };
  };
  return { ...query, post, call };
}
