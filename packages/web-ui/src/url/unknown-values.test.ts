import { unknownValues } from './unknown-values.js';

describe('unknownValues', () => {
  it.each([
    ['/spans', { w: 'yesterday', v: 'cards', o: 'sideways' }, 3],
    ['/spans', { w: '24h', v: 'heat', o: 'ascending', q: 'status:' }, 0],
    ['/traces', { v: 'heat' }, 1],
    ['/traces/4bf9', { tab: 'gantt', part: 'notes', z: '9-5' }, 3],
    ['/traces/4bf9', { tab: 'flame', part: 'raw', z: '5-9' }, 0],
    ['/compare', { a: 'x', b: '4bf92f3577b34da6a3ce929d0e0e4736', o: 'age', tab: 'words' }, 3],
    ['/sessions/s%2F1', { o: 'up' }, 1],
    ['/analytics', { g: 'moon' }, 1],
    ['/analytics', { g: '.customer.tier' }, 0],
    ['/services', { by: 'planet', s: 'shop' }, 1],
    ['/settings', { w: 'yesterday' }, 0],
  ])('finds in the address of %s with %j what the page does not know', (path, search, count) => {
    expect(unknownValues(path, search)).toHaveLength(count);
  });

  it('names the parameter and its value', () => {
    expect(unknownValues('/users', { w: '5 years' })).toEqual(['the window 5 years']);
  });
});
