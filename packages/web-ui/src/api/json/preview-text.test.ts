import type { ShownSpan } from '../shown-span.js';
import { dataPreview, previewOf } from './preview-text.js';

describe('previewOf', () => {
  it('shows the last message that has a text', () => {
    const inputs = {
      prompt: [
        { role: 'system', content: 'You sell.' },
        { role: 'user', content: 'Where is my parcel?' },
        { role: 'assistant', tool_calls: [{ id: 'c' }] },
      ],
    };

    expect(previewOf(inputs)).toEqual({ text: 'Where is my parcel?', length: 19 });
  });

  it('looks into an object with one member', () => {
    expect(previewOf({ question: { text: 'Why?' } })).toEqual({ text: 'Why?', length: 4 });
  });

  it('states the whole length of a text that the service has shortened', () => {
    expect(previewOf({ query: { $text: 'Comp', $length: 7100 } })).toEqual({
      text: 'Comp',
      length: 7100,
    });
  });

  it('writes other values as JSON, with every digit of a large integer', () => {
    expect(previewOf({ a: 18_446_744_073_709_551_615n, b: 1 })?.text).toBe(
      '{"a":18446744073709551615,"b":1}',
    );
  });

  it('shows nothing for a value that is absent', () => {
    expect(previewOf(undefined)).toBeUndefined();
  });
});

describe('dataPreview', () => {
  const span: ShownSpan = {
    trace_id: 't',
    span_id: 's',
    span_name: 'ask',
    start_time: '2026-05-01T10:00:00Z',
    end_time: '2026-05-01T10:00:01Z',
  };
  const input = { text: 'Why', length: 7100 };

  it('is the preview from the service for a span in a list', () => {
    const listed = { ...span, previews: { 'ag.data.inputs': input } };

    expect(dataPreview(listed, 'ag.data.inputs')).toEqual(input);
    expect(dataPreview(listed, 'ag.data.outputs')).toBeUndefined();
  });

  it('is the beginning of the whole value of a span from a file', () => {
    const whole = { ...span, attributes: { ag: { data: { outputs: { answer: 'So.' } } } } };

    expect(dataPreview(whole, 'ag.data.outputs')).toEqual({ text: 'So.', length: 3 });
  });
});
