import { partAt } from '../../api/json/parse-large-json.js';
import { readAg } from '../../api/read-ag.js';
import { type ShownSpan, valueAt } from '../../api/shown-span.js';
import { type ChatMessage, readMessages, systemMessage } from './read-messages.js';

export interface ModelCall {
  readonly span: ShownSpan;
  readonly inputs: readonly ChatMessage[];
  readonly outputs: readonly ChatMessage[];
}

/** Reads the messages of a span, including system instructions that are stored separately from the messages. */
export function toCall(sent: ShownSpan): ModelCall {
  const span = readAg(sent);
  const ag = valueAt(span.attributes, 'ag');
  const data = partAt(ag, 'data');
  const inputs = readMessages(valueAt(data, 'inputs'), 'input');
  const instructions = partAt(ag, 'meta', 'system_instructions');
  const isInside = instructions === undefined || inputs.some(({ role }) => role === 'system');
  return {
    span,
    inputs: isInside ? inputs : [systemMessage(instructions), ...inputs],
    outputs: readMessages(valueAt(data, 'outputs'), 'output'),
  };
}
