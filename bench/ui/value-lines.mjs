// Line 11 of the acceptance list: a value of 20 MB of JSON, and a message of 1 MB of Markdown.
import { writeSpans } from './direct-store.mjs';
import { traceIdOf } from './large-trace.mjs';
import { MeasuredPage } from './measured-page.mjs';

const trace_id = traceIdOf('values');
/** A trace that began so long ago is not asked for again while it is measured. */
const AGE_MS = 3_600_000;

const spans = [
  { span_id: '00000000000000a1', name: 'root', inputs: { text: 'nothing' } },
  { span_id: '00000000000000a2', name: 'objects', inputs: { rows: objects() } },
  { span_id: '00000000000000a3', name: 'list', inputs: { texts: texts() } },
  { span_id: '00000000000000a4', name: 'message', inputs: { text: markdown() } },
];

/** 1,000,000 values in 45,000 objects. */
function objects() {
  return Array.from({ length: 45_500 }, (_, at) => ({
    id: at,
    name: `row ${at}`,
    tags: ['alpha', 'bravo', 'charlie', 'delta'],
    score: at / 7,
    isOpen: at % 2 === 0,
    note: 'A sentence about what happened here, as long as those of a person. '.repeat(4),
    inner: { a: 1, b: 'two', c: null, d: [1, 2, 3] },
    owner: { id: at % 97, name: 'someone' },
  }));
}

/** 1,000,000 texts in one list. */
function texts() {
  return Array.from({ length: 1_000_000 }, (_, at) => `text ${at}`.padEnd(17, '.'));
}

function markdown() {
  const part = [
    '## A heading with `code`',
    'A paragraph with **strong** and *emphasised* words, and a [link](https://example.com/path).',
    '- one point',
    '- another point with `code`',
    '| name | number |\n|---|---:|\n| rows | 12 |\n| columns | 7 |',
    '```ts\nfunction add(one: number, other: number): number {\n  return one + other;\n}\n```',
  ].join('\n\n');
  return `${part}\n\n`.repeat(Math.ceil(1_000_000 / part.length));
}

function sent({ span_id, name, inputs }) {
  const startMs = Date.now() - AGE_MS;
  return {
    trace_id,
    span_id,
    ...(span_id !== spans[0].span_id && { parent_id: spans[0].span_id }),
    span_name: name,
    start_time: new Date(startMs).toISOString(),
    end_time: new Date(startMs + 500).toISOString(),
    attributes: { 'ag.data.inputs': inputs },
  };
}

export const largeValues = {
  name: 'value',
  data: [{ name: 'values', store: (config) => writeSpans(config, spans.map(sent)) }],
  async measure({ url, browser }) {
    const opened = await MeasuredPage.open(browser, `${url}/ui/traces/${trace_id}`);
    const { page } = opened;
    await opened.noted((noted) => noted.complete !== undefined);
    const rows = [];
    for (const { name } of spans.slice(1, 3)) {
      await opened.forgetTasks();
      rows.push([`11 open 20 MB of JSON: ${name}`, await openValue(page, name), 1000]);
      rows.push([`11 unfold the list in it: ${name}`, await unfold(page), 1000]);
      rows.push([`11 longest task: ${name}`, await opened.longestTask(), 200]);
    }
    rows.push(['11 a message of 1 MB of Markdown, with all of it', await openMessage(page), 1000]);
    await opened.close();
    return rows;
  },
};

/** Selects a span; resolves with the ms until its tree is shown. */
function openValue(page, name) {
  return page.evaluate(async (wanted) => {
    const rows = [...document.querySelectorAll('[role=treegrid] [role=row]')];
    const isShown = () =>
      document.querySelector('section[aria-label=Span] h2')?.textContent.includes(wanted) &&
      document.querySelector('[role=tree] [role=treeitem]') !== null;
    const startTime = performance.now();
    rows.find(({ textContent }) => textContent.includes(wanted)).focus();
    await window.bench.until(isShown);
    return performance.now() - startTime;
  }, name);
}

/** Opens the last line of the tree, which is the large list. */
function unfold(page) {
  return page.evaluate(async () => {
    const tree = document.querySelector('[role=tree]');
    const height = tree.style.height;
    const startTime = performance.now();
    [...tree.querySelectorAll('[role=treeitem]')].at(-1).click();
    await window.bench.until(() => tree.style.height !== height);
    return performance.now() - startTime;
  });
}

/** Selects the span with the message and opens all of it; resolves with the ms until its text can be searched. */
function openMessage(page) {
  return page.evaluate(async () => {
    const button = () =>
      [...document.querySelectorAll('section[aria-label=Input] button')].find(({ textContent }) =>
        textContent.includes('Open all'),
      );
    const rows = [...document.querySelectorAll('[role=treegrid] [role=row]')];
    const startTime = performance.now();
    rows.find(({ textContent }) => textContent.includes('message')).focus();
    await window.bench.until(() => button() !== undefined);
    button().click();
    const hosts = () => [...document.querySelectorAll('[role=dialog] *')];
    await window.bench.until(() =>
      hosts().some((each) => each.shadowRoot?.querySelector('.cm-line')),
    );
    return performance.now() - startTime;
  });
}
