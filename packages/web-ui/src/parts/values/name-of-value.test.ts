import { nameOfValue } from './write-json.js';

describe('nameOfValue', () => {
  it('leaves out the prefix of enumerations', () => {
    expect(nameOfValue('STATUS_CODE_ERROR')).toBe('error');
    expect(nameOfValue('SPAN_KIND_SERVER')).toBe('server');
  });

  it('keeps other texts, and writes other values as JSON', () => {
    expect(nameOfValue('premium')).toBe('premium');
    expect(nameOfValue(12n)).toBe('12');
    expect(nameOfValue(null)).toBe('null');
  });

  it('says in words that a text is blank', () => {
    expect(nameOfValue(' ')).toBe('(blank)');
  });
});
