import type { ShownSpan } from '../../api/shown-span.js';
import { logEntriesOf } from './log-tab.js';

function spanAt(start: string, end: string, members: Partial<ShownSpan>): ShownSpan {
  return {
    trace_id: 't',
    span_id: 's',
    span_name: 'ask',
    start_time: `2026-05-01T10:00:${start}Z`,
    end_time: `2026-05-01T10:00:${end}Z`,
    ...members,
  };
}

describe('logEntriesOf', () => {
  it('lists inputs at the start, outputs at the end and events between them, to the nanosecond', () => {
    const outer = spanAt('00.000000001', '09.000000002', {
      attributes: { ag: { data: { inputs: 'Why?', outputs: 'So.' } } },
      events: [{ name: 'waits', timestamp: '2026-05-01T10:00:00.000000003Z' }],
    });
    const inner = spanAt('00.000000002', '09.000000001', {
      attributes: { ag: { data: { inputs: { prompt: [{ role: 'user', content: 'Go.' }] } } } },
    });

    const entries = logEntriesOf([outer, inner]);

    expect(entries.map(({ kind, text }) => [kind, text])).toEqual([
      ['input', 'Why?'],
      ['input', 'Go.'],
      ['event', 'waits'],
      ['output', 'So.'],
    ]);
  });

  it('shows the type and the message of an exception', () => {
    const timestamp = '2026-05-01T10:00:05Z';
    const attributes = { 'exception.type': 'Timeout', 'exception.message': 'after 9 s' };
    const span = spanAt('00', '09', { events: [{ name: 'exception', timestamp, attributes }] });

    expect(logEntriesOf([span])).toEqual([
      expect.objectContaining({
        kind: 'exception',
        text: 'Timeout: after 9 s',
        timeText: timestamp,
      }),
    ]);
  });

  it('names each entry alike whatever other spans are there', () => {
    const payloads = { ag: { data: { inputs: 'Why?', outputs: 'So.' } } };
    const events = ['first', 'second'].map((name) => ({ name, timestamp: '2026-05-01T10:00:05Z' }));
    const span = spanAt('04', '09', { attributes: payloads, events });
    const earlier = { ...spanAt('00', '08', { attributes: payloads, events }), span_id: 'r' };

    const alone = logEntriesOf([span]).map(({ id }) => id);
    const all = logEntriesOf([earlier, span]);

    expect(all.filter(({ span: { span_id: id } }) => id === 's').map(({ id }) => id)).toEqual(
      alone,
    );
    expect(new Set(all.map(({ id }) => id)).size).toBe(8);
  });
});
