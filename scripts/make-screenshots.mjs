// Writes pictures of the web UI: `npm run screenshots [-- --out DIR] [--width 1440] [--height 900]`. It starts the
// built system in a new folder and sends it the same spans in each run. Without `--out`, it writes the pictures for the
// README. Each picture has a maximum size in bytes.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium as browserType } from 'playwright-core';
import { addressesOf } from '../packages/web-ui/test/browser/support/addresses.ts';
import { shopTraces } from '../packages/web-ui/test/browser/support/shop-traces.ts';
import { storeSpans } from '../packages/web-ui/test/browser/support/store-spans.ts';
import { readPng, toPalettePng } from '../packages/web-ui/test/visual/support/palette-png.ts';
import { startSystem } from './start-system.mjs';
import { chromium } from './tools/chromium.mjs';

const MAX_PICTURE_BYTES = 200_000;
/**
 * Maximum number of colours. This number is small enough for small files, and large enough for text with smooth edges.
 */
const MAX_COLOURS = 32;
/** Time that the clock of every page shows. It is shortly after the newest span. */
const now = '2026-05-01T10:05:00.000Z';
const TRACES = 300;

/** Pictures in the README and in docs/ui.md. With `--out`, the script writes a picture of every page. */
const pictured = {
  out: 'docs/images',
  names: ['spans', 'trace', 'trace-conversation', 'analytics'],
};

const { values: options } = parseArgs({
  options: {
    out: { type: 'string' },
    width: { type: 'string', default: '1440' },
    height: { type: 'string', default: '900' },
  },
});
const { out = pictured.out } = options;

async function takePicture(browser, { url, address, theme }) {
  const context = await browser.newContext({
    viewport: { width: Number(options.width), height: Number(options.height) },
    deviceScaleFactor: 2,
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
  });
  const page = await context.newPage();
  await page.clock.setFixedTime(now);
  await page.goto(`${url}/ui/${address.path}`);
  await address.shown(page).waitFor();
  await page.waitForLoadState('networkidle');
  const picture = toPalettePng(
    readPng(await page.screenshot({ animations: 'disabled' })),
    MAX_COLOURS,
  );
  await context.close();
  const file = join(out, `${address.name}-${theme}.png`);
  writeFileSync(file, picture);
  console.log(`${file}: ${picture.length} bytes`);
  return { file, bytes: picture.length };
}

const dir = mkdtempSync(join(tmpdir(), 'spanhouse-screenshots-'));
mkdirSync(out, { recursive: true });
const system = await startSystem(dir, { env: { RECEIPT_MAX_WAIT_MS: '120000' } });
const browser = await browserType.launch({
  executablePath: await chromium(),
  args: ['--disable-gpu'],
});
try {
  const spans = shopTraces({ newestMs: Date.parse(now) - 2000, traces: TRACES });
  await storeSpans(system.url, spans);
  const pictures = [];
  const addresses = addressesOf({ newest: now, traceId: spans[0].trace_id }).filter(
    ({ name }) => options.out !== undefined || pictured.names.includes(name),
  );
  for (const address of addresses) {
    for (const theme of ['light', 'dark']) {
      pictures.push(await takePicture(browser, { url: system.url, address, theme }));
    }
  }
  const tooLarge = pictures.filter(({ bytes }) => bytes > MAX_PICTURE_BYTES);
  for (const { file, bytes } of tooLarge) {
    console.error(`${file} has ${bytes} bytes, more than ${MAX_PICTURE_BYTES}`);
  }
  process.exitCode = tooLarge.length === 0 ? 0 : 1;
} finally {
  await browser.close();
  await system.stop();
  rmSync(dir, { recursive: true });
}
