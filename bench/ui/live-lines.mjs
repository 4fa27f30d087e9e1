// Measures a live list that receives 2,000 matching spans per second.
import { P95, percentile } from '../percentile.mjs';
import { heapMb, newContext, openPage, workMs } from './timed-page.mjs';

const PER_SECOND = 2000;
const PARTS = 4;
const FRAMES_PER_SECOND = 60;
/**
 * Seconds from the start of a run to the first heap measurement. In a run shorter than three times this value, the
 * measurement takes place after a third of the run.
 */
const WARM_SECONDS = 60;

export const live = {
  name: 'live',
  data: [],
  async measure({ url, browser, liveSeconds }) {
    const context = await newContext(browser);
    const { page, session } = await openPage(context, `${url}/ui/settings`);
    await page.addInitScript(countLines);
    await page.goto(`${url}/ui/spans?live=1`);
    await page.getByText('0 matched').waitFor();
    const { work, heaps } = await follow({ url, session, seconds: liveSeconds });
    const { frames, beats } = await page.evaluate(() => window.live);
    await context.close();
    const lost = beats.map(({ matched, skipped, shown }) => Math.abs(matched - skipped - shown));
    const { matched = 0, skipped = 0, shown = 0 } = beats.at(-1) ?? {};
    const counts = `${matched} matched = ${shown} shown + ${skipped} skipped`;
    return [
      ['live: script and layout of a frame, p95', percentile(frames, P95), 8],
      ['live: all work of a second for each of 60 frames, p95', percentile(work, P95), 8],
      [
        `live: growth of the heap in ${liveSeconds} s`,
        Math.max(0, heaps.at(-1) - heaps[0]),
        5,
        'MB',
      ],
      [`live: ${counts}; most that differ`, beats.length === 0 ? 1 : Math.max(...lost), 0, 'spans'],
    ];
  },
};

/**
 * Sends spans for a number of seconds. Resolves with the page's average work per frame for each second, and with its
 * heap sizes after the warm-up and at the end.
 */
async function follow({ url, session, seconds }) {
  const warmSeconds = Math.min(WARM_SECONDS, Math.ceil(seconds / 3));
  const work = [];
  const heaps = [];
  for (let second = 0; second < seconds; second++) {
    const before = await workMs(session);
    await sendSecond(url, second);
    work.push(((await workMs(session)) - before) / FRAMES_PER_SECOND);
    if (second + 1 === warmSeconds || second + 1 === seconds) {
      heaps.push(await heapMb(session));
    }
  }
  return { work, heaps };
}

/** Sends one second's spans, distributed over that second. */
async function sendSecond(url, second) {
  const startMs = performance.now();
  const size = PER_SECOND / PARTS;
  for (let part = 0; part < PARTS; part++) {
    await send(url, { first: second * PER_SECOND + part * size, size });
    const restMs = startMs + (1000 * (part + 1)) / PARTS - performance.now();
    await new Promise((done) => setTimeout(done, Math.max(0, restMs)));
  }
}

async function send(url, { first, size }) {
  const answer = await fetch(`${url}/tracing/spans/ingest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ spans: Array.from({ length: size }, (_, at) => spanOf(first + at)) }),
  });
  await answer.arrayBuffer();
  if (!answer.ok) {
    throw new Error(`the spans are not accepted: ${answer.status}`);
  }
}

const run = Date.now();

function spanOf(number) {
  const endMs = Date.now();
  const id = run * 1_000_000 + number;
  return {
    trace_id: (1 + Math.floor(id / 8)).toString(16).padStart(32, '0'),
    span_id: (1 + number).toString(16).padStart(16, '0'),
    span_name: `step ${number % 40}`,
    start_time: new Date(endMs - (number % 977)).toISOString(),
    end_time: new Date(endMs).toISOString(),
    attributes: {
      'ag.type.span': 'task',
      'ag.user.id': `user-${number % 500}`,
      'ag.data.inputs.question': `Question ${number} about a contract`,
    },
    resource: { attributes: { 'service.name': `service-${number % 12}` } },
  };
}

/**
 * Counts the spans that the page reads from the stream, and measures the page's frames. This function runs in the page
 * before the page's own scripts.
 */
function countLines() {
  const noted = { shown: 0, beats: [], frames: [] };
  window.live = noted;
  const { parse } = JSON;
  JSON.parse = (text, ...rest) => {
    const value = parse(text, ...rest);
    if (typeof text === 'string' && text.startsWith('{"span":')) {
      noted.shown += 1;
    } else if (typeof text === 'string' && text.startsWith('{"beat":')) {
      const { matched, skipped } = value.beat;
      noted.beats.push({ matched, skipped, shown: noted.shown });
    }
    return value;
  };
  const after = new MessageChannel();
  const frame = () => {
    const begin = performance.now();
    after.port1.onmessage = () => noted.frames.push(performance.now() - begin);
    after.port2.postMessage(undefined);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}
