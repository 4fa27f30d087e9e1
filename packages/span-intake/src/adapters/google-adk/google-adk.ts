import { isJsonObject, type JsonValue } from '@spanhouse/span-schema';
import type { Adapter, SentData } from '../adapter.js';
import { completionKey, promptKey } from '../ag-key.js';
import { parseEmbeddedJson } from '../embedded-json.js';
import { rulesOf } from '../mapping-table.js';
import { requestMessages, responseMessages } from '../messages/body-messages.js';

const source = 'gcp.vertex.agent';

/** Maps the attributes that Google's Agent Development Kit adds to the GenAI conventions. */
export const googleAdk: Adapter = {
  name: 'google_adk',
  ruleFor: rulesOf({
    exact: {
      [`${source}.session_id`]: 'session.id',
      [`${source}.invocation_id`]: 'meta.invocation.id',
      [`${source}.event_id`]: 'meta.event.id',
    },
    noticed: ['llm_request', 'llm_response', 'tool_call_args', 'tool_response'].map(
      (name) => `${source}.${name}`,
    ),
  }),
  finish(mapped, sent) {
    const isTool = sent.attributes['gen_ai.tool.name'] !== undefined;
    if (isTool) {
      mapped.fill('ag.data.inputs.arguments', bodyIn(sent, 'tool_call_args'));
      mapped.fill('ag.data.outputs', bodyIn(sent, 'tool_response'));
    } else {
      const request = bodyIn(sent, 'llm_request');
      const response = bodyIn(sent, 'llm_response');
      mapped.fill(promptKey, request && requestMessages(request));
      const answer = isJsonObject(response) ? response['content'] : undefined;
      const completion = isJsonObject(answer) ? responseMessages({ message: answer }) : undefined;
      mapped.fill(completionKey, completion);
    }
  },
};

/** Reads the request or response body from an attribute. The kit sends `{}` or `N/A` for a missing body. */
function bodyIn({ attributes }: SentData, name: string): JsonValue | undefined {
  const body = parseEmbeddedJson(attributes[`${source}.${name}`] ?? null);
  return isJsonObject(body) && Object.keys(body).length > 0 ? body : undefined;
}
