import { aStoredSpan } from '../testing/a-stored-span.js';
import { createTestMcp } from '../testing/test-mcp.js';

const { trace_id, span_id } = aStoredSpan();
const unknown = { field: 'service' };
const known = { field: 'span_name', value: 'ask' };

describe('a call of a tool that is refused', () => {
  it.each<[string, object, string]>([
    ['search_traces', { limit: 0 }, 'limit'],
    ['search_traces', { next: 'x' }, 'next'],
    ['search_traces', { windowing: { oldest: 'x' } }, 'windowing.oldest'],
    ['search_traces', { filtering: { operator: 'xor' } }, 'filtering.operator'],
    ['search_traces', { filtering: { operator: 'not' } }, 'filtering'],
    ['search_traces', { filtering: { conditions: [unknown] } }, 'filtering.conditions.0'],
    [
      'summarize_spans',
      { filtering: { conditions: [known, { operator: 'or', conditions: [known, unknown] }] } },
      'filtering.conditions.1.conditions.1',
    ],
    [
      'list_users',
      { filtering: { conditions: [known, { operator: 'nor', conditions: [] }] } },
      'filtering.conditions.1',
    ],
    [
      'list_sessions',
      { filtering: { conditions: [{ field: 'status_code', value: 'failed' }] } },
      'filtering.conditions.0',
    ],
    ['compare_spans', { selection: [] }, 'selection'],
    ['compare_spans', { selection: { conditions: [unknown] } }, 'selection.conditions.0'],
    ['summarize_spans', { measures: ['median'] }, 'measures.0'],
    ['summarize_spans', { group_by: [{ field: 'span_name' }, unknown] }, 'group_by.1'],
    ['summarize_spans', { group_by: [{ field: 'attributes' }] }, 'group_by.0'],
    ['open_trace', {}, 'trace_id'],
    ['open_trace', { trace_id: 'x' }, 'trace_id'],
    ['open_trace', { trace_id, span_id: 'x' }, 'span_id'],
    ['read_spans', { trace_id, span_ids: [] }, 'span_ids'],
    ['read_spans', { trace_id: 'x', span_ids: [span_id] }, 'trace_id'],
    ['read_spans', { trace_id, span_ids: [span_id, 'x'] }, 'span_ids.1'],
    ['list_attribute_values', { key: 1 }, 'key'],
    ['list_users', { max_characters: 1 }, 'max_characters'],
    ['summarize_spans', { group_by: [{ field: 'span_name', path: 'x' }] }, 'group_by.0.path'],
  ])('of %s with %j names the argument %s', async (name, args, argument) => {
    const { status, isError, answer } = await createTestMcp().call(name, args);

    expect([status, isError]).toEqual([200, true]);
    expect(answer.errors).toEqual([{ argument, problem: expect.any(String) }]);
    expect(answer.accepted.arguments).toContain(argument.split('.')[0]);
  });

  it('describes the mistake in a filter, and the accepted filters', async () => {
    const { answer } = await createTestMcp().call('search_traces', {
      filtering: { conditions: [unknown] },
    });

    expect(answer.errors).toEqual([
      { argument: 'filtering.conditions.0', problem: "Unsupported condition field 'service'." },
    ]);
    expect(answer.accepted.filters.fields).toContain('service_name');
  });

  it('names each argument that the tool does not have', async () => {
    const { answer } = await createTestMcp().call('list_users', { project_id: 'x', user: 1 });

    expect(answer.errors.map(({ argument }: { argument: string }) => argument)).toEqual([
      'project_id',
      'user',
    ]);
  });
});
