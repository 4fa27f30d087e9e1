import { Scrape } from './scrape.js';

const one = `# HELP lag_records Messages
lag_records{partition="0"} 3
lag_records{partition="1"} 4
lag_records_total 100
refused_total{cause="busy"} 1
refused_total{cause="no_room"} 2
`;
const two = 'lag_records{partition="2"} 10\nused_bytes 7\n';

describe('Scrape', () => {
  it('adds up a metric over processes and labels, and no metric whose name only begins alike', () => {
    expect(new Scrape([one, two]).sum('lag_records')).toBe(17);
  });

  it('adds up the series of one label', () => {
    expect(new Scrape([one]).sum('refused_total', 'cause="no_room"')).toBe(2);
  });

  it('returns the largest value, and 0 for a metric that no process exports', () => {
    const scrape = new Scrape([one, two]);

    expect([scrape.max('lag_records'), scrape.max('limit_bytes')]).toEqual([10, 0]);
  });
});
