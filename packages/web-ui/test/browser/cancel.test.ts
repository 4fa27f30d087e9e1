import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  clickhouseSettings,
  type EmbeddedClickHouse,
  startEmbeddedClickHouse,
} from '@spanhouse/embedded-clickhouse';
import { createSilentLogger, waitUntil } from '@spanhouse/service-runtime/testing';
import { describeInBrowser } from './support/describe-in-browser.js';
import { type HoldingStore, startHoldingStore } from './support/holding-store.js';
import { shopTraces } from './support/shop-traces.js';
import { storeSpans } from './support/store-spans.js';

const dataDir = mkdtempSync(join(tmpdir(), 'spanhouse-test-cancel-'));
let clickhouse: EmbeddedClickHouse;
let store: HoldingStore;

describeInBrowser(
  'a search that takes long',
  (running) => {
    beforeAll(() =>
      storeSpans(running.spanhouse.url, shopTraces({ newestMs: Date.now(), traces: 5 })),
    );
    afterAll(async () => {
      await store.close();
      await clickhouse.close();
      rmSync(dataDir, { recursive: true, force: true });
    });

    it('shows the elapsed time, and Cancel ends its statement in the store', async () => {
      const { spanhouse, visitor } = running;
      store.hold();
      const page = await visitor.open(`${spanhouse.url}/ui/sessions?w=all`);
      await page.getByText(/Searching for \d+ s/).waitFor();
      expect(store.held).toHaveLength(1);

      await page.getByRole('button', { name: 'Cancel' }).press('Enter');

      await waitUntil('the service ends the statement', () => store.ended.length > 0);
      expect(store.held[0]?.startsWith(store.ended[0] ?? '-')).toBe(true);
    });
  },
  async () => {
    clickhouse = await startEmbeddedClickHouse({ dataDir, logger: createSilentLogger() });
    store = await startHoldingStore(clickhouse.url);
    return {
      ...clickhouseSettings({ ...clickhouse, url: store.url }),
      TOKEN_SECRET: 'the-secret-of-the-browser-tests-0123456789',
    };
  },
);
