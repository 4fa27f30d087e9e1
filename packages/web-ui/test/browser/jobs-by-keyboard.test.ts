import { describeAlone } from './support/describe-in-browser.js';
import { Keyboard } from './support/keyboard.js';
import { operatingJobs } from './support/operating-jobs.js';
import { type SentSpan, shopTraces } from './support/shop-traces.js';
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

describeAlone('a user', { spans }, (running) => {
  const jobs = [...knownJobs, ...operatingJobs(() => running.spanhouse)];

  it.each(jobs)('$name, by keys alone, and never loses the focus', async (job) => {
    const page = await running.open(job.path);
    const keys = new Keyboard(page);
    await job.begins(page);

    await job.byKeys(page, keys);

    await job.ends(page);
    expect(await keys.losses()).toEqual([]);
  });

  it.each(jobs)('$name, with the mouse', async (job) => {
    const page = await running.open(job.path);
    await job.begins(page);

    await job.byMouse(page);

    await job.ends(page);
  });
});
