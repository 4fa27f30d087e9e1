import type { Page } from 'playwright-core';
import { describeInBrowser } from './support/describe-in-browser.js';
import { findBarriers } from './support/find-barriers.js';
import { spanOf } from './support/page-parts.js';
import type { SentSpan } from './support/shop-traces.js';

const traceId = 'c0'.repeat(16);
const newestMs = Date.now() - 10_000;
const image =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNkYPhfz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC';

const energy = { role: 'system', content: 'You advise customers of an energy supplier.' };
const water = { role: 'system', content: 'You advise customers of a water supplier.' };
const question = {
  role: 'user',
  content: [
    { type: 'text', text: 'Compare this:\n\n```python\ndef price(x):\n    return 1\n```' },
    { type: 'image_url', image_url: { url: image } },
    { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
  ],
};
const asking = {
  role: 'assistant',
  thinking: 'Two searches.',
  tool_calls: ['first', 'second'].map((id) => ({
    id,
    type: 'function',
    function: { name: 'search', arguments: JSON.stringify({ query: id }) },
  })),
  finish_reason: 'tool_calls',
};
const results = [
  { role: 'tool', tool_call_id: 'first', content: '{"found":["a","b"]}' },
  { role: 'tool', tool_call_id: 'second', content: 'nothing' },
];
const answer = { role: 'assistant', content: 'Flex is cheaper.', finish_reason: 'stop' };
const tools = [{ type: 'function', function: { name: 'search', parameters: {} } }];

interface Step {
  readonly id: string;
  readonly name: string;
  readonly at: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly scope?: string;
}

const steps: readonly Step[] = [
  { id: 'aa', name: 'choose', at: 0, attributes: chat([energy, question], asking) },
  { id: 'b2', name: 'search', at: 10, attributes: tool('second', 'nothing') },
  { id: 'b1', name: 'search', at: 20, attributes: tool('first', 'a and b') },
  {
    id: 'cc',
    name: 'answer',
    at: 30,
    attributes: chat([water, question, asking, ...results], answer),
  },
  {
    id: 'dd',
    name: 'embed',
    at: 40,
    attributes: {
      'ag.type.span': 'embedding',
      'ag.data.inputs.text': 'hello',
      'ag.data.outputs.embedding.vector': Array.from({ length: 1536 }, (_, at) => at / 4),
    },
  },
  {
    id: 'ee',
    name: 'rank',
    at: 50,
    attributes: {
      'ag.type.span': 'rerank',
      'ag.data.outputs.documents': [
        { content: 'Flex is cheap', score: 0.91 },
        { content: 'Family is dear', score: 0.42 },
      ],
    },
  },
  {
    id: 'ff',
    name: 'silent',
    at: 60,
    scope: 'opentelemetry.instrumentation.openai_v2',
    attributes: {
      'ag.type.span': 'chat',
      'ag.meta.request.model': 'gpt-4o',
      'ag.metrics.tokens.incremental.prompt': 10,
    },
  },
];

function chat(prompt: readonly object[], completion: object): Step['attributes'] {
  return {
    'ag.type.span': 'chat',
    'ag.meta.request.model': 'gpt-4o',
    'ag.meta.request.temperature': 0.2,
    'ag.data': { inputs: { prompt, tools }, outputs: { completion: [completion] } },
    'ag.metrics.tokens.incremental': {
      prompt: 7800,
      completion: 120,
      total: 7920,
      cache_read: 400,
      reasoning: 60,
    },
    'gen_ai.request.model': 'gpt-4o',
  };
}

function tool(callId: string, output: string): Step['attributes'] {
  return {
    'ag.type.span': 'tool',
    'gen_ai.tool.call.id': callId,
    'ag.data.outputs': output,
  };
}

function sentSpan({ id, name, at, attributes, scope }: Step): SentSpan {
  return {
    trace_id: traceId,
    span_id: id.repeat(8),
    span_name: name,
    start_time: new Date(newestMs + at).toISOString(),
    end_time: new Date(newestMs + at + 5).toISOString(),
    attributes,
    resource: { attributes: { 'service.name': 'shop' } },
    ...(scope !== undefined && { scope: { name: scope } }),
  } as SentSpan;
}

describeInBrowser('the conversation', { spans: steps.map(sentSpan) }, (running) => {
  const open = async () => {
    const page = await running.open(`traces/${traceId}?tab=conversation`);
    await page.getByText('call 5 of 5').waitFor();
    return page;
  };
  const conversation = (page: Page) => page.getByRole('region', { name: 'Conversation' });
  const headingOf = (page: Page) => spanOf(page).getByRole('heading', { level: 2 });

  it('shows a rewritten message as a difference, and repeated messages on request', async () => {
    const page = await open();
    const changed = conversation(page).getByRole('article', { name: 'system, changed' });

    await changed.getByText('energy', { exact: true }).waitFor();

    expect(await changed.locator('del').allTextContents()).toEqual(['an', 'energy']);
    expect(await changed.locator('ins').allTextContents()).toEqual(['a', 'water']);
    expect(await findBarriers(page)).toEqual([]);
    const users = conversation(page).getByRole('article', { name: 'user' });
    expect(await users.count()).toBe(1);
    await conversation(page).getByText('2 messages as in call 1').click();
    await users.nth(1).waitFor();
  });

  it('leads from calls and results to the spans of their tools by id, whatever their order', async () => {
    const page = await open();
    const first = conversation(page).getByRole('article', { name: 'assistant' }).first();

    await first.getByRole('button', { name: 'Show its span' }).first().click();
    await page.waitForURL(/s=b1b1b1b1b1b1b1b1/);
    const result = conversation(page).getByRole('article').filter({ hasText: 'answers search' });
    await result.filter({ hasText: 'nothing' }).getByRole('button').click();

    await page.waitForURL(/s=b2b2b2b2b2b2b2b2/);
    await headingOf(page).getByText('search').waitFor();
  });

  it('shows tokens by kind, the price and its table, settings, tools and reasons to finish', async () => {
    const page = await open();
    const text = await conversation(page).textContent();

    expect(text).toContain('7,800 → 120 tok (cache_read 400, reasoning 60)');
    expect(text).toMatch(/0\.0\d+ USD\s*@pydantic\/genai-prices 0\.\S+, gpt-4o/);
    expect(text).toContain('temperature 0.2');
    expect(text).toContain('1 tool offered: search');
    expect(text).toContain('finish: tool_calls');
  });

  it('colours code, shows images of the span, and never loads those of others', async () => {
    const page = await open();
    const user = conversation(page).getByRole('article', { name: 'user' }).first();

    await user.locator('code span').getByText('def', { exact: true }).waitFor();
    await user.getByRole('img', { name: /^image\/png/ }).waitFor();
    await user.getByText('is not loaded').waitFor();

    expect(await user.getByRole('img').count()).toBe(1);
    expect(await user.getByRole('link').getAttribute('href')).toBe('https://example.com/a.png');
  });

  it('shows the attributes of a call as its library sent them', async () => {
    const page = await open();

    await conversation(page).getByRole('button', { name: 'As sent' }).first().click();

    const sent = conversation(page).getByRole('tree', { name: 'Attributes as sent' });
    await sent.getByRole('treeitem', { name: /gen_ai/ }).waitFor();
  });

  it('shows vectors by length, documents by score, and which setting records content', async () => {
    const page = await open();

    await conversation(page).getByText('1,536 numbers').waitFor();
    const documents = conversation(page).getByRole('list', { name: 'Documents' });
    await documents.getByText('0.91').waitFor();
    await documents.getByText('Family is dear').waitFor();
    await conversation(page).getByText('No content was recorded.').waitFor();
    await conversation(page)
      .getByText(/CAPTURE_MESSAGE_CONTENT=SPAN_ONLY/)
      .waitFor();
  });
});
