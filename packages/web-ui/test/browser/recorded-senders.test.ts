import {
  billOf,
  bodyOf,
  gaps,
  recordedCells,
  type Scenario,
  spansOf,
} from '@spanhouse/span-intake/testing/recordings';
import type { Page } from 'playwright-core';
import { consistentWith, send } from '../../../../services/all-in-one/test/http-client.js';
import { describeInBrowser } from './support/describe-in-browser.js';
import { goInside } from './support/go-inside.js';
import { copied } from './support/open-span.js';

type IntakeSpan = ReturnType<typeof spansOf>[number];

/** One scenario of each library: with tools where it has some. */
const scenarios = recordedCells().flatMap(({ scenarios: all }) => {
  const scenario = all.find(({ name }) => name.endsWith('/tools')) ?? all[0];
  return scenario === undefined ? [] : [{ name: scenario.name, scenario }];
});

describeInBrowser('what a real library sent', (running) => {
  beforeAll(async () => {
    const { url } = running.spanhouse;
    const receipts = await Promise.all(scenarios.map(({ scenario }) => store(url, scenario)));
    await send(`${url}/spans/query`, { method: 'POST', headers: consistentWith(...receipts) });
  });

  it.each(scenarios)(
    'by $name is shown: messages, calls of tools, model, tokens and cost; raw has all of it',
    async ({ name, scenario }) => {
      const { spanhouse, visitor } = running;
      const sent = spansOf(scenario);
      const [first, ...others] = tracesOf(sent).map(
        (traceId) => `${spanhouse.url}/ui/traces/${traceId}?tab=conversation`,
      );
      const page = await visitor.open(first ?? '');
      const shown = [await readTrace(page)];
      for (const url of others) {
        await goInside(page, url);
        shown.push(await readTrace(page));
      }

      const text = shown.map(({ conversation }) => conversation).join();
      const absent = factsOf(scenario, sent).filter((fact) => !text.includes(withoutSpace(fact)));
      expect(gaps.has(`${name} keeps its messages`) ? [] : absent).toEqual([]);
      if (!gaps.has(`${name} keeps its bill`)) {
        const { prompt, completion, costs } = billOf(scenario.calls);
        expect(sumOf(shown, 'prompt')).toBe(prompt);
        expect(sumOf(shown, 'completion')).toBe(completion);
        expect(sumOf(shown, 'costs')).toBeCloseTo(costs, 12);
      }
      expect(await missingInCopy(page, sent)).toEqual([]);
      for (const span of sent) {
        const answer = await fetch(`${spanhouse.url}/spans/${span.trace_id}/${span.span_id}`);
        expect(missingIn(await answer.text(), span)).toEqual([]);
      }
    },
  );

  /** The detail copies the exact answer of the API, so that one span shows it for all. */
  async function missingInCopy(page: Page, sent: readonly IntakeSpan[]) {
    const span = sent.find(({ span_type: type }) => type === 'chat') ?? (sent[0] as IntakeSpan);
    const { trace_id: traceId, span_id: spanId } = span;
    await goInside(page, `${running.spanhouse.url}/ui/traces/${traceId}?s=${spanId}&part=raw`);
    await page.getByRole('button', { name: /^Copy as JSON/ }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    return missingIn(await copied(page), span);
  }
});

function tracesOf(sent: readonly IntakeSpan[]): readonly string[] {
  return [...new Set(sent.map(({ trace_id: traceId }) => traceId))];
}

/** Sends what a library sent, and returns the receipt. */
async function store(url: string, scenario: Scenario) {
  const isJson = scenario.bodies.endsWith('.json.gz');
  const { status, receipt } = await send(`${url}/v1/traces`, {
    method: 'POST',
    headers: { 'content-type': isJson ? 'application/json' : 'application/x-protobuf' },
    body: new Uint8Array(bodyOf(scenario)),
  });
  expect(status).toBe(200);
  return receipt;
}

interface ShownTrace {
  readonly conversation: string;
  readonly prompt: number;
  readonly completion: number;
  readonly costs: number;
}

function sumOf(shown: readonly ShownTrace[], member: Exclude<keyof ShownTrace, 'conversation'>) {
  return shown.reduce((sum, trace) => sum + trace[member], 0);
}

/** Reads what the page of a trace shows. */
async function readTrace(page: Page): Promise<ShownTrace> {
  const conversation = page.getByRole('region', { name: 'Conversation' });
  const nothing = page.getByText('This trace has no conversation.');
  await conversation
    .getByText(/^call (\d+) of \1$/)
    .or(nothing)
    .waitFor();
  const hasCalls = (await nothing.count()) === 0;
  if (hasCalls) {
    await conversation.getByRole('button', { name: 'Without formatting' }).click();
  }
  const facts = page.locator('main dl').first();
  const factOf = (name: string) => facts.locator('div').filter({ hasText: name }).locator('dd');
  const tokens = (await factOf('Tokens').allTextContents())[0]?.replaceAll(',', '') ?? '0 → 0';
  const [prompt = 0, completion = 0] = tokens.split(' → ').map(Number);
  const cost = factOf('Cost').locator('[title]');
  const costs = (await cost.count()) === 0 ? 0 : Number(await cost.getAttribute('title'));
  const text = hasCalls ? ((await conversation.textContent()) ?? '') : '';
  return { conversation: withoutSpace(text), prompt, completion, costs };
}

/** Returns the texts, the tools and the models that went over the wire, as far as the spans carry them. */
function factsOf({ calls }: Scenario, sent: readonly IntakeSpan[]): readonly string[] {
  const carried = new Set(sent.flatMap(({ attributes }) => leavesOf(attributes)));
  return calls.flatMap(({ model, messages, answer = [] }) => [
    ...(carried.has(model) ? [model] : []),
    ...[...messages, ...answer].flatMap((fact) => {
      if ('text' in fact) {
        return fact.text;
      }
      return 'call' in fact ? fact.call : leavesOf(fact.result);
    }),
  ]);
}

function withoutSpace(text: string): string {
  return text.replace(/\s+/g, '');
}

/** Returns what a span carries and its JSON lacks. */
function missingIn(json: string, { attributes }: IntakeSpan): readonly string[] {
  const raw = new Set(leavesOf(JSON.parse(json)));
  return leavesOf(attributes).filter((leaf) => !raw.has(leaf));
}

/** Returns every text and number inside a value. */
function leavesOf(value: unknown): readonly string[] {
  if (typeof value === 'object' && value !== null) {
    return Object.values(value).flatMap(leavesOf);
  }
  return [String(value)];
}
