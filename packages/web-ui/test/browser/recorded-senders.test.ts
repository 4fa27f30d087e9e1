import {
  bodyOf,
  gaps,
  recordedCells,
  type Scenario,
  spansOf,
  toBill,
} from '@spanhouse/span-intake/testing/recordings';
import type { Page } from 'playwright-core';
import { consistentWith, send } from '../../../../services/all-in-one/test/http-client.js';
import { describeInBrowser } from './support/describe-in-browser.js';
import { goInside } from './support/go-inside.js';
import { inGroups } from './support/in-groups.js';
import { copied } from './support/page-parts.js';

type IntakeSpan = ReturnType<typeof spansOf>[number];

/** One scenario per library: the first one with tools, or else the first one. */
const scenarios = recordedCells().flatMap(({ scenarios: all }) => {
  const scenario = all.find(({ name }) => name.endsWith('/tools')) ?? all[0];
  return scenario === undefined ? [] : [scenario];
});

describeInBrowser('what a real library sent', {}, (running) => {
  beforeAll(async () => {
    const { url } = running.spanhouse;
    const receipts = await Promise.all(scenarios.map((scenario) => store(url, scenario)));
    await send(`${url}/spans/query`, { method: 'POST', headers: consistentWith(...receipts) });
  });

  it.each(inGroups(scenarios))(
    'is shown: messages, calls of tools, model, tokens and cost; raw has all of it: $names',
    async ({ group }) => {
      const page = await running.open('settings');
      await page.getByRole('group', { name: 'Theme' }).waitFor();
      for (const scenario of group) {
        const { name } = scenario;
        const sent = spansOf(scenario);
        const shown = await readTraces(page, sent);

        const text = shown.map(({ conversation }) => conversation).join();
        const absent = factsOf(scenario, sent).filter((fact) => !text.includes(withoutSpace(fact)));
        const gap = gaps.has(`${name} keeps its messages`);
        expect({ name, absent: gap ? [] : absent }).toEqual({ name, absent: [] });
        if (!gaps.has(`${name} keeps its bill`)) {
          const { prompt, completion, costs } = toBill(scenario.calls);
          expect({ name, prompt: sumOf(shown, 'prompt') }).toEqual({ name, prompt });
          expect({ name, completion: sumOf(shown, 'completion') }).toEqual({ name, completion });
          expect({ name, costs: sumOf(shown, 'costs') }).toEqual({
            name,
            costs: expect.closeTo(costs, 12),
          });
        }
        const missing = await missingInAnswers(sent);
        expect({ name, missing }).toEqual({ name, missing: [] });
      }
      // The copied detail must be the exact API response. One span per library is checked.
      expect(await missingInCopy(page, spansOf(group[0] as Scenario))).toEqual([]);
    },
  );

  async function readTraces(page: Page, sent: readonly IntakeSpan[]) {
    const shown: ShownTrace[] = [];
    for (const traceId of tracesOf(sent)) {
      await goInside(page, `${running.spanhouse.url}/ui/traces/${traceId}?tab=conversation`);
      shown.push(await readTrace(page));
    }
    return shown;
  }

  async function missingInAnswers(sent: readonly IntakeSpan[]): Promise<readonly string[]> {
    const answers = await Promise.all(
      sent.map(({ trace_id: traceId, span_id: spanId }) =>
        fetch(`${running.spanhouse.url}/spans/${traceId}/${spanId}`).then((answer) =>
          answer.text(),
        ),
      ),
    );
    return sent.flatMap((span, at) => missingIn(answers[at] ?? '', span));
  }

  /** Returns the values of the sent spans that are missing from the JSON copied from the span detail. */
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

/** Sends the requests that were recorded from a library, and returns the receipt. */
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

/** Reads the content of a trace page. */
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

/**
 * Returns the texts, tool calls and tool results in the recorded model calls, and the names of the models in the sent
 * spans.
 */
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

/** Returns a span's attribute values that are missing from the span's JSON. */
function missingIn(json: string, { attributes }: IntakeSpan): readonly string[] {
  const raw = new Set(leavesOf(JSON.parse(json)));
  return leavesOf(attributes).filter((leaf) => !raw.has(leaf));
}

/** Returns every string and number inside a value. */
function leavesOf(value: unknown): readonly string[] {
  if (typeof value === 'object' && value !== null) {
    return Object.values(value).flatMap(leavesOf);
  }
  return [String(value)];
}
