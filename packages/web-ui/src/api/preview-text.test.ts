import { previewOf } from './preview-text.js';

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
      '{"a":"18446744073709551615","b":1}',
    );
  });

  it('shows nothing for a value that is absent', () => {
    expect(previewOf(undefined)).toBeUndefined();
  });
});
