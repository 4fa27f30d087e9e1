import { waitUntil } from '@spanhouse/service-runtime/testing';
import { addressesOf } from '../browser/support/addresses.js';
import { describeInPictures } from '../browser/support/describe-in-browser.js';
import { shopTraces } from '../browser/support/shop-traces.js';
import type { VisitOptions } from '../browser/support/visitor.js';
import { compareView, replacesPictures, reportView } from './support/compare-view.js';

/** Clock time of every page, just after the newest span. */
const now = '2026-05-01T10:05:00.000Z';
const spans = shopTraces({ newestMs: Date.parse(now) - 2000, traces: 60 });
const addresses = addressesOf({ newest: now, traceId: spans[0]?.trace_id ?? '' });

const window = { width: 1200, height: 700 };
const phone = { width: 400, height: 700 };

/**
 * Pages whose content is the same on every machine. The start page and the saved queries are omitted, because they show
 * ports and times.
 */
const inLight = [
  ...['spans', 'traces', 'heat', 'differences', 'compare', 'analytics', 'services'],
  ...['trace', 'trace-flame', 'trace-steps', 'trace-conversation', 'trace-log', 'trace-table'],
  ...['sessions', 'session', 'users', 'user', 'admin-projects', 'settings'],
].map((name) => view(name, { theme: 'light', viewport: window }));
const inDark = ['spans', 'trace', 'analytics'].map((name) =>
  view(name, { theme: 'dark', viewport: window }),
);
const onPhone = ['spans', 'trace'].map((name) => view(name, { theme: 'light', viewport: phone }));

interface View {
  readonly name: string;
  readonly page: string;
  readonly options: VisitOptions;
}

function view(page: string, options: VisitOptions): View {
  const { theme, viewport } = options;
  return { name: `${page}-${viewport === phone ? 'phone' : theme}`, page, options };
}

describeInPictures('the views', { spans }, (running) => {
  it.each([...inLight, ...inDark, ...onPhone])('$name looks like its picture', async (shown) => {
    const address = addresses.find(({ name }) => name === shown.page);
    const page = await running.open(`${address?.path}`, { ...shown.options, now });
    await address?.shown(page).waitFor();
    await running.visitor.untilStill(page);

    // The status line is masked, because it shows how long the last read took.
    const mask = [page.getByRole('contentinfo')];
    const shoot = () => page.screenshot({ animations: 'disabled', mask });
    let view = compareView(shown.name, await shoot());
    // The page may still be waiting for workers or painting its content.
    await waitUntil(
      `${shown.name} looks like its picture`,
      async () => {
        const before = view.screenshot;
        if (view.difference !== '') {
          view = compareView(shown.name, await shoot());
        }
        return view.difference === '' || (replacesPictures && view.screenshot.equals(before));
      },
      { details: () => reportView(view) },
    );
    expect(reportView(view)).toBe('');
  });
});
