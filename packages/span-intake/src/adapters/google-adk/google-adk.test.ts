import { agAt, canonicalOtlpSpan } from '../../testing/mapped-ag.js';

const question = { role: 'user', content: 'Sunny?' };

describe('the Agent Development Kit', () => {
  it('shows arguments and result of a tool', () => {
    const span = canonicalOtlpSpan({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'weather',
      'gcp.vertex.agent.llm_request': '{}',
      'gcp.vertex.agent.tool_call_args': '{"city":"Bern"}',
      'gcp.vertex.agent.tool_response': '{"sunny":true}',
      'gcp.vertex.agent.session_id': 's-1',
    });

    expect(agAt(span, 'data')).toEqual({
      inputs: { name: 'weather', arguments: { city: 'Bern' } },
      outputs: { sunny: true },
    });
    expect(span.session_id).toBe('s-1');
  });

  it('shows the messages of a call', () => {
    const span = canonicalOtlpSpan({
      'gcp.vertex.agent.llm_request': '{"contents":[{"role":"user","parts":[{"text":"Sunny?"}]}]}',
      'gcp.vertex.agent.llm_response': '{"content":{"role":"model","parts":[{"text":"Yes."}]}}',
    });

    expect(agAt(span, 'data')).toEqual({
      inputs: { prompt: [question] },
      outputs: { completion: [{ role: 'model', content: 'Yes.' }] },
    });
  });
});
