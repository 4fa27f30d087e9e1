import { describeAlone } from './support/describe-in-browser.js';
import { Keyboard } from './support/keyboard.js';
import { operatingJobs } from './support/operating-jobs.js';
import { waitUntilSameInFreshBrowser } from './support/same-in-fresh-browser.js';
import { type SentSpan, shopTraces } from './support/shop-traces.js';
import { storeSpans } from './support/store-spans.js';
import { type JobFacts, searchJobs, traceJobs, traceListJobs } from './support/user-jobs.js';

const spans = shopTraces({ newestMs: Date.now(), traces: 40 });
const failed = spans.find((span) => span.status_message?.startsWith('The price list'));
const facts: JobFacts = {
  failedId: failed?.trace_id ?? '',
  user: attributeOf(failed, 'ag.user.id'),
  session: attributeOf(failed, 'ag.session.id'),
};
const knownJobs = [...traceJobs(facts), ...searchJobs(facts), ...traceListJobs(facts)];

function attributeOf(span: SentSpan | undefined, key: string): string {
  return String(span?.attributes[key]);
}

describeAlone('a person', (running) => {
  const jobs = [...knownJobs, ...operatingJobs(() => running.spanhouse)];
  beforeAll(() => storeSpans(running.spanhouse.url, spans));
  const open = (path: string) => running.visitor.open(`${running.spanhouse.url}/ui/${path}`);

  it.each(jobs)('$name, by keys alone, and never loses the focus', async (job) => {
    const page = await open(job.path);
    const keys = new Keyboard(page);
    await job.begins(page);

    await job.byKeys(page, keys);

    await job.ends(page);
    expect(await keys.losses()).toEqual([]);
  });

  it.each(jobs)('$name, with the mouse', async (job) => {
    const page = await open(job.path);
    await job.begins(page);

    await job.byMouse(page);

    await job.ends(page);
  });

  it('shares by "c" a link that shows the same in another browser', async () => {
    const page = await open('spans?w=7d&q=status%3Aerror');
    await page.getByRole('grid', { name: 'Spans' }).getByRole('row').nth(1).waitFor();

    await page.keyboard.press('c');
    const link = await page.evaluate(() => navigator.clipboard.readText());

    await page.goto(link);
    expect(new URL(link).searchParams.get('w')).toMatch(/Z\.\..*Z$/);
    await waitUntilSameInFreshBrowser(running.visitor, page);
  });
});
