import { text } from 'node:stream/consumers';
import { waitUntil } from '@spanhouse/service-runtime/testing';
import type { Page } from 'playwright-core';
import {
  consistentWith,
  postJson,
  send,
} from '../../../../services/all-in-one/test/http-client.js';
import { describeInBrowser } from './support/describe-in-browser.js';
import { goInside } from './support/go-inside.js';
import { copied, openSpan, rowsOf, untilCopied } from './support/page-parts.js';

const COUNT = 1000;
/** Number of spans whose details the test opens. */
const OPENED = 10;
const BATCH = 500;
const traceId = 'e7'.repeat(16);
const baseNs = 1_777_629_900_000_000_000n;
const extremes = ['18446744073709551615', '-9223372036854775808', '9007199254740993'];
const costs = ['0.000000123456789', '0.1234567890123456', '1e-7'];

interface GeneratedSpan {
  readonly id: string;
  readonly startNs: bigint;
  readonly endNs: bigint;
  readonly integer: string;
  readonly cost: string;
}

/** Spans whose times have nine significant decimals. */
const spans: readonly GeneratedSpan[] = Array.from({ length: COUNT }, (_, at) => {
  const startNs = baseNs + BigInt(at) * 1_000_000_007n + BigInt((at * 7919) % 1_000_000);
  const durationNs = BigInt(at) ** 3n + BigInt(at * 104_729 + 1);
  return {
    id: (at + 1).toString(16).padStart(16, '0'),
    startNs,
    endNs: startNs + durationNs,
    integer: extremes[at % extremes.length] ?? '',
    cost: costs[at % costs.length] ?? '',
  };
});

function timeOf(ns: bigint): string {
  const seconds = new Date(Number(ns / 1_000_000n)).toISOString().slice(0, 19);
  return `${seconds}.${String(ns % 1_000_000_000n).padStart(9, '0')}Z`;
}

function secondsOf({ startNs, endNs }: GeneratedSpan): string {
  const ns = endNs - startNs;
  return `${ns / 1_000_000_000n}.${String(ns % 1_000_000_000n).padStart(9, '0')} s`;
}

/**
 * Returns the times that occur in a string. They are padded to nine decimals, because trailing zeros may be missing.
 */
function timesIn(text: string): readonly string[] {
  return [...text.matchAll(/(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.?(\d*)Z/g)].map(
    ([, seconds, digits = '']) => `${seconds}.${digits.padEnd(9, '0')}Z`,
  );
}

/**
 * Returns the JSON of a span. The JSON is concatenated from strings, because JavaScript numbers cannot represent the
 * span's integers.
 */
function bodyOf({ id, startNs, endNs, integer, cost }: GeneratedSpan): string {
  const head = JSON.stringify({
    trace_id: traceId,
    span_id: id,
    span_name: `span ${id}`,
    start_time: timeOf(startNs),
    end_time: timeOf(endNs),
  });
  return `${head.slice(0, -1)},"attributes":{"integer":${integer},"ag.metrics.costs.incremental.total":${cost}}}`;
}

describeInBrowser('exact values', {}, (running) => {
  beforeAll(async () => {
    const { url } = running.spanhouse;
    for (let first = 0; first < COUNT; first += BATCH) {
      const part = spans.slice(first, first + BATCH).map(bodyOf);
      const answer = await postJson(`${url}/tracing/spans/ingest`, `{"spans":[${part.join(',')}]}`);
      expect(answer.status).toBe(202);
      await send(`${url}/traces/${traceId}/outline`, { headers: consistentWith(answer.receipt) });
    }
  });

  it(`shows the start and the duration of ${COUNT} spans to the nanosecond`, async () => {
    const page = await running.open('spans?w=all', {
      viewport: { width: 1440, height: 6000 },
    });
    const list = page.getByRole('grid', { name: 'Spans' });
    await list.getByRole('row').nth(1).waitFor();

    const shown = new Map<string, readonly string[]>();
    await waitUntil(`${COUNT} spans are shown`, async () => {
      await readRows(page, shown);
      await list.evaluate((grid) => grid.scrollBy(0, grid.clientHeight / 2));
      return shown.size === COUNT;
    });

    const expected = spans.map((span) => [
      `span ${span.id}`,
      [timeOf(span.startNs), secondsOf(span)],
    ]);
    expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(expected));
  });

  it(`exports ${COUNT} spans with every digit of their times and integers`, async () => {
    const page = await running.open('spans?w=all');
    await rowsOf(page).nth(1).waitFor();
    await page.evaluate(() => Object.assign(window, { showSaveFilePicker: undefined }));
    const download = page.waitForEvent('download');
    await page.keyboard.press('e');

    const lines = (await text(await (await download).createReadStream())).trimEnd().split('\n');
    const exported = lines.map((line) => [
      JSON.parse(line).span_id,
      [/"start_time":"[^"]+"/, /"end_time":"[^"]+"/].map((time) =>
        timesIn(line.match(time)?.[0] ?? ''),
      ),
      /"integer":(-?\d+)/.exec(line)?.[1],
    ]);
    const expected = spans.map(({ id, startNs, endNs, integer }) => [
      id,
      [[timeOf(startNs)], [timeOf(endNs)]],
      integer,
    ]);
    expect(exported.toSorted()).toEqual(expected.toSorted());
  });

  it(`shows and copies times, integers and costs of ${OPENED} spans with every digit`, async () => {
    const chosen = spans.filter((_, at) => at % (COUNT / OPENED) === 0);
    const { page, detail } = await openSpan(running, {
      trace_id: traceId,
      span_id: chosen[0]?.id ?? '',
    });
    for (const span of chosen) {
      await goInside(page, `${running.spanhouse.url}/ui/traces/${traceId}?s=${span.id}`);
      await detail.getByRole('heading', { name: `span ${span.id}` }).waitFor();
      const facts = (await detail.locator('dl').first().textContent()) ?? '';
      expect(timesIn(facts)).toEqual([timeOf(span.startNs), timeOf(span.endNs)]);
      expect(facts).toContain(`Duration${secondsOf(span)}`);
      expect(facts).toContain(`Cost (USD)${String(Number(span.cost))}`);

      await page.keyboard.press('v');
      await detail.getByRole('button', { name: /^Copy as JSON/ }).click();
      await page.waitForFunction(
        async (id) => (await navigator.clipboard.readText()).includes(`"${id}"`),
        span.id,
      );
      const json = await copied(page);
      expect(json).toContain(`"integer":${span.integer}`);
      expect(timesIn(json)).toEqual(
        expect.arrayContaining([timeOf(span.startNs), timeOf(span.endNs)]),
      );

      await detail.getByRole('tab', { name: /^Attributes/ }).click();
      await detail.getByRole('button', { name: 'Actions for integer' }).focus();
      await page.keyboard.press('y');
      await untilCopied(page, span.integer);
    }
  });
});

/** Reads the name, start and duration from each rendered row. */
async function readRows(page: Page, into: Map<string, readonly string[]>): Promise<void> {
  const rows = await rowsOf(page).evaluateAll((all) =>
    all.slice(1).map((row) => {
      const cells = [...row.querySelectorAll('[role=gridcell]')];
      const titles = cells.map((cell) => cell.querySelector('[title]')?.getAttribute('title'));
      return [cells[1]?.querySelector('b')?.textContent ?? '', titles[0] ?? '', titles[4] ?? ''];
    }),
  );
  for (const [name = '', start = '', duration = ''] of rows) {
    if (name !== '') {
      into.set(name.trim(), [timesIn(start).at(-1) ?? '', duration]);
    }
  }
}
