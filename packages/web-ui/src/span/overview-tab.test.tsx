import { act } from '@testing-library/react';
import fc from 'fast-check';
import type { ReactElement } from 'react';
import { JsonIndex } from '../api/json/json-index.js';
import { parseExactJson } from '../api/json/parse-exact-json.js';
import { UnreadJson } from '../api/json/unread-json.js';
import type { ShownSpan } from '../api/shown-span.js';
import { createStore, useStore } from '../parts/store.js';
import { openValue } from '../parts/values/value-button.js';
import { showAt } from '../testing/show-at.js';
import { OverviewTab } from './overview-tab.js';

const COUNT = 1000;
const NS_PER_S = 1_000_000_000n;
const NS_PER_MS = 1_000_000n;

interface GeneratedSpan {
  readonly startNs: bigint;
  readonly durationNs: bigint;
  readonly cost: string;
}

const anySpan: fc.Arbitrary<GeneratedSpan> = fc.record({
  startNs: fc.bigInt({ min: 0n, max: 2n ** 62n }),
  durationNs: fc.bigInt({ min: 0n, max: 10n ** 15n }),
  // Some values have an exponent, and one integer exceeds the precision of a double.
  cost: fc.oneof(
    fc.double({ min: 1e-9, max: 1000, noNaN: true }).map((cost) => JSON.stringify(cost)),
    fc.constantFrom('0.1234567890123456', '1e-7', '18446744073709551615'),
  ),
});

function timeOf(ns: bigint): string {
  const seconds = new Date(Number(ns / NS_PER_MS)).toISOString().slice(0, 19);
  return `${seconds}.${digitsOf(ns)}Z`;
}

function digitsOf(ns: bigint): string {
  return String(ns % NS_PER_S).padStart(9, '0');
}

function answerOf({ startNs, durationNs, cost }: GeneratedSpan): string {
  const times = `"start_time":"${timeOf(startNs)}","end_time":"${timeOf(startNs + durationNs)}"`;
  const attributes = `{"ag":{"metrics":{"costs":{"incremental":{"total":${cost}}}}}}`;
  return `{"trace_id":"t","span_id":"s","span_name":"n",${times},"attributes":${attributes}}`;
}

function factsOf({ startNs, durationNs, cost }: GeneratedSpan) {
  return {
    Start: timeOf(startNs),
    End: timeOf(startNs + durationNs),
    Duration: `${durationNs / NS_PER_S}.${digitsOf(durationNs)} s`,
    'Cost (USD)': cost,
  };
}

const answer = createStore('');

function Overview(): ReactElement {
  const text = useStore(answer);
  const span = parseExactJson(text) as ShownSpan;
  return <OverviewTab loaded={{ span, raw: new UnreadJson(JsonIndex.readNow(text), 0) }} />;
}

/** Returns the values in the overview, and the text that the menu of each value would copy. */
function shownAndCopied() {
  const facts = [...document.querySelectorAll('dl > div')].map((fact) => {
    const [name = '', shown = ''] = [...fact.children].map(({ textContent }) => textContent ?? '');
    fact.querySelector('button')?.click();
    return { name, shown, copied: openValue.get()?.shown.text };
  });
  return {
    shown: Object.fromEntries(facts.map(({ name, shown }) => [name, shown])),
    copied: Object.fromEntries(facts.map(({ name, copied }) => [name, copied])),
  };
}

describe('OverviewTab', () => {
  it(`shows and copies the times, durations and costs of ${COUNT} generated spans with every digit`, async () => {
    const spans = fc.sample(anySpan, COUNT);
    answer.set(answerOf(spans[0] as GeneratedSpan));
    await showAt('/traces/t', <Overview />);

    const found = spans.map((span) => {
      act(() => answer.set(answerOf(span)));
      return shownAndCopied();
    });

    const expected = spans.map(factsOf).map((facts) => {
      const all = { ...facts, 'Span id': 's' };
      return { shown: all, copied: all };
    });
    expect(found).toEqual(expected);
  });
});
