import type { JsonObject } from '../json/json.js';
import { refusalText } from '../testing/check-filter-json.js';

describe('FilterRefusal', () => {
  const textField = "'status_message'";

  it.each<[JsonObject, string]>([
    [{ field: 'nope' }, "Unsupported condition field 'nope'."],
    [{ field: 'constructor' }, "Unsupported condition field 'constructor'."],
    [{ field: 'trace_id' }, "'trace_id' is required and thus never null."],
    [
      { field: 'trace_id', operator: 'gt', value: null },
      "'trace_id' is required and thus never null.",
    ],
    [
      { field: 'span_id', operator: 'in', value: ['1111111111111111', null] },
      "'span_id' is required and thus never null.",
    ],
    [
      { field: 'span_id', operator: 'gt', value: 'a' },
      "'span_id' only supports comparison and list operators.",
    ],
    [
      { field: 'parent_id', operator: 'exists' },
      "'parent_id' only supports comparison and list operators.",
    ],
    [{ field: 'trace_id', value: 'xyz' }, "'trace_id' value 'xyz' is not a valid id."],
    [{ field: 'trace_id', operator: 'in', value: [5] }, "'trace_id' value '5' is not a valid id."],
    [
      { field: 'span_type', operator: 'like', value: 'a' },
      "'span_type' only supports comparison and list operators.",
    ],
    [{ field: 'span_type', value: 'LLM' }, "Unsupported condition value: 'LLM'"],
    [{ field: 'status_code', operator: 'in', value: ['OK'] }, "Unsupported condition value: 'OK'"],
    [
      { field: 'span_kind', operator: 'in', value: 'SPAN_KIND_SERVER' },
      "'span_kind' value must be a list for list operators.",
    ],
    [
      { field: 'span_kind', value: ['SPAN_KIND_SERVER'] },
      "'span_kind' value must be a single value for comparison operators.",
    ],
    [
      { field: 'span_name', operator: 'has', value: 'a' },
      `${textField} only supports comparison, numeric, string, list, and existence operators.`,
    ],
    [
      { field: 'session_id', operator: 'gt' },
      `${textField} value is required and thus never null for numeric, string, and list operators.`,
    ],
    [
      { field: 'user_id', operator: 'contains', value: null },
      `${textField} value is required and thus never null for numeric, string, and list operators.`,
    ],
    [
      { field: 'agent_id', operator: 'not_in', value: null },
      `${textField} value is required and thus never null for numeric, string, and list operators.`,
    ],
    [
      { field: 'service_name', operator: 'exists', value: true },
      `${textField} value is not supported for existence operators.`,
    ],
    [
      { field: 'span_name', value: ['a'] },
      "'span_name' value must be a single value for comparison operators.",
    ],
    [
      { field: 'span_name', operator: 'eq', value: {} },
      "'span_name' value must be a number or a string for numeric operators.",
    ],
    [
      { field: 'span_name', operator: 'contains', value: [] },
      "'span_name' value must be a string for string operators.",
    ],
    [
      { field: 'span_name', operator: 'in', value: 'a' },
      "'span_name' value must be a list for list operators.",
    ],
    ...[['a'], ['a', 'b', 'c'], 'ab', ['a', null], { 0: 'a', 1: 'b' }].map(
      (value): [JsonObject, string] => [
        { field: 'span_name', operator: 'btwn', value },
        "'span_name' value must be a list of two numbers or two strings for 'btwn'.",
      ],
    ),
    [
      { field: 'start_time', operator: 'exists' },
      "'start_time' only supports comparison, numeric, string, and list operators.",
    ],
    [
      { field: 'start_time', operator: 'contains', value: 5 },
      "'start_time' only supports string operators with string values.",
    ],
    [{ field: 'end_time', value: 12345 }, 'Timestamp 12345 is ambiguous.'],
    [{ field: 'end_time', operator: 'in', value: ['123'] }, 'Timestamp 123 is ambiguous.'],
    [
      { field: 'created_at', operator: 'gt', value: 'soon' },
      "'created_at' value 'soon' is not a valid timestamp.",
    ],
    [{ field: 'created_at', value: true }, "'created_at' value 'true' is not a valid timestamp."],
    [
      { field: 'updated_at', operator: 'gt' },
      "'updated_at' value must be a number or a string for numeric operators.",
    ],
    [
      { field: 'deleted_at', operator: 'in' },
      "'deleted_at' value must be a list for list operators.",
    ],
    [
      { field: 'start_time', value: ['2026-05-01'] },
      "'start_time' value must be a single value for comparison operators.",
    ],
    [
      { field: 'start_time', operator: 'btwn', value: ['2026-05-01'] },
      "'start_time' value must be a list of two numbers or two strings for 'btwn'.",
    ],
    [
      { field: 'created_by_id', operator: 'gt', value: 'a' },
      "'created_by_id' only supports comparison, list, and existence operators.",
    ],
    [
      { field: 'updated_by_id', operator: 'in' },
      "'updated_by_id' value is required and thus never null for list operators.",
    ],
    [{ field: 'deleted_by_id', value: 'me' }, "'deleted_by_id' value 'me' is not a valid id."],
  ])('refuses %j', (condition, text) => {
    expect(refusalText(condition)).toBe(text);
  });

  it('shows only the beginning of a long value', () => {
    expect(refusalText({ field: 'trace_id', value: 'x'.repeat(5000) }).length).toBeLessThan(300);
  });

  it('refuses more entries than one statement can contain', () => {
    const value = Array.from({ length: 10_001 }, (_, index) => `s-${index}`);

    expect(refusalText({ field: 'session_id', operator: 'in', value })).toBe(
      "'session_id' value has more than 10000 entries.",
    );
  });
});
