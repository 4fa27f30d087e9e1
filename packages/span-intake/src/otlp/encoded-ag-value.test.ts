import { decodeAgValue } from './encoded-ag-value.js';

const groups = [
  'data',
  'metrics',
  'flags',
  'tags',
  'meta',
  'references',
  'refs',
  'type',
  'session',
  'user',
  'agent',
];

describe('decodeAgValue', () => {
  it.each(groups)('decodes values that are marked as JSON at and below ag.%s', (group) => {
    expect(decodeAgValue(`ag.${group}`, '@ag.type=json:{"a":[1,null]}')).toEqual({ a: [1, null] });
    expect(decodeAgValue(`ag.${group}.x`, '@ag.type=json:"text"')).toBe('text');
    expect(decodeAgValue(`ag.${group}.x`, '@ag.type=none:')).toBeNull();
  });

  it.each(['ag', 'ag.unsupported.x', 'ag.exception', 'ag.selector.x', 'ag.database', 'other'])(
    'leaves marked texts at %s unchanged',
    (key) => {
      expect(decodeAgValue(key, '@ag.type=json:1')).toBe('@ag.type=json:1');
    },
  );

  it.each(['@ag.type=json:', '@ag.type=json:{broken', ' @ag.type=json:1', '@ag.type=text:1', '{}'])(
    'leaves the text %j unchanged',
    (text) => {
      expect(decodeAgValue('ag.data.outputs', text)).toBe(text);
    },
  );
});
