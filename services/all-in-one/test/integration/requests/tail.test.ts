import { type Json, postJson } from '../../http-client.js';
import { openLines } from '../../open-lines.js';
import { runSpanhouse } from '../../processes/running-spanhouse.js';

const times = { start_time: '2026-05-01T10:00:00Z', end_time: '2026-05-01T10:00:01Z' };

async function openTail(url: string, body: Json = {}) {
  const { next, close } = await openLines(`${url}/spans/tail`, { body });
  /**
   * Reads until `isDone` returns true for a beat or the stream ends. Returns the names of the spans before that point.
   */
  const until = async (isDone: (beat: Json) => boolean) => {
    const names: string[] = [];
    for (let line = await next(); line !== undefined; line = await next()) {
      const { span, beat } = JSON.parse(line);
      if (span !== undefined) {
        names.push(span.span_name);
      } else if (isDone(beat)) {
        return { names, beat };
      }
    }
    return { names, beat: undefined };
  };
  return { until, close };
}

describe('the tail of a running Spanhouse', () => {
  const spanhouse = runSpanhouse();
  let sent = 0;

  const ingest = async (count: number) => {
    const spans = Array.from({ length: count }, () => {
      sent += 1;
      const span_id = sent.toString(16).padStart(16, '0');
      return { trace_id: span_id.repeat(2), span_id, span_name: `span ${sent}`, ...times };
    });
    await postJson(`${spanhouse.url}/tracing/spans/ingest`, { spans });
    return spans.map(({ span_name }) => span_name);
  };

  it('shows every span once, over several connections that continue from each other', async () => {
    const tail = await openTail(spanhouse.url, { max_per_second: 10_000 });
    const { beat: begin } = await tail.until(() => true);
    const names = [...(await ingest(300)), ...(await ingest(200))];
    const first = await tail.until(({ matched }) => matched > 0);
    tail.close();
    names.push(...(await ingest(100)));

    const options = { since: first.beat.since, max_per_second: 10_000 };
    const again = await openTail(spanhouse.url, options);
    const rest = await again.until(({ matched }) => matched === 600 - first.beat.matched);
    again.close();
    const anew = await openTail(spanhouse.url, { since: begin.since, max_per_second: 1 });
    const limited = await anew.until(({ matched }) => matched === 600);
    anew.close();

    expect([...first.names, ...rest.names].toSorted()).toEqual(names.toSorted());
    expect(limited.names.length + limited.beat.skipped).toBe(600);
  });

  it('ends with a beat when Spanhouse stops', async () => {
    const tail = await openTail(spanhouse.url);
    await tail.until(() => true);

    const [end] = await Promise.all([tail.until(() => false), spanhouse.stop()]);

    expect(end.names).toEqual([]);
  });
});
