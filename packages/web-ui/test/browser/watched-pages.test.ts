import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describeWithBackend } from '@spanhouse/service-runtime/testing';
import { chromiumOfWorker } from './support/describe-in-browser.js';
import { findBarriers } from './support/find-barriers.js';
import { startPrefixProxy } from './support/prefix-proxy.js';
import { Visitor } from './support/visitor.js';

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self' http://127.0.0.2:9";

/** Pages with one defect each, and the problem that each defect must cause. */
const defects = [
  { name: 'prints an error', script: 'console.error("broken")', problem: /console shows: broken/ },
  {
    name: 'throws',
    script: 'setTimeout(() => { throw Error("thrown") })',
    problem: /uncaught: .*thrown/,
  },
  {
    name: 'breaks the policy',
    script:
      'document.body.append(document.createElement("style")); document.querySelector("style").append("a {}")',
    problem: /violates style-src/,
  },
  {
    name: 'leaves its origin',
    script: 'fetch("http://127.0.0.2:9/x").catch(() => 0)',
    problem: /requests http:\/\/127\.0\.0\.2:9\/x/,
  },
  { name: 'loads what does not exist', script: 'fetch("/none")', problem: /404.*\/none/ },
  {
    name: 'gets an answer without a description',
    script: 'fetch("/api/receipts/1")',
    problem: /GET \/api\/receipts\/1 answered 200, which the API document does not describe/,
  },
];

describeWithBackend('a watched page', chromiumOfWorker, (browser) => {
  let server: Server;
  let visitor: Visitor;
  let url: string;
  let script = '';
  let style = '';
  let body = '';

  beforeAll(async () => {
    server = createServer(({ url: path }, answer) => {
      const found: Readonly<Record<string, readonly [string, string]>> = {
        '/': [
          'text/html',
          `<!doctype html><html lang="en"><title>T</title><link rel="stylesheet" href="style.css"><body>${body}<script src="script.js"></script>`,
        ],
        '/script.js': ['text/javascript', script],
        '/style.css': ['text/css', style],
        '/api/receipts/1': ['application/json', '{"unknown":1}'],
      };
      const [type, text] = found[path ?? ''] ?? [];
      answer.writeHead(type === undefined ? 404 : 200, {
        'content-type': type ?? 'text/plain',
        'content-security-policy': policy,
      });
      answer.end(text);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    visitor = await Visitor.connect(browser);
  });
  beforeEach(() => {
    script = '';
    style = '';
    body = '<main><h1>Title</h1></main>';
  });
  afterAll(async () => {
    await visitor.close();
    server.close();
  });

  /** Opens the page, and waits until the page's script has run. */
  async function visit() {
    const page = await visitor.open(`${url}/`);
    await visitor.untilStill(page);
    return page;
  }

  it.each(defects)('fails its test if it $name', async ({ script: defect, problem }) => {
    script = defect;
    await visit();

    await expect(visitor.endTest()).rejects.toThrow(problem);
  });

  it('passes its test if the problem is expected', async () => {
    script = 'console.error("broken")';
    visitor.expect(/broken/);
    await visit();

    await expect(visitor.endTest()).resolves.toBeUndefined();
  });

  it('passes its test without a problem, and has no barriers', async () => {
    const page = await visit();

    expect(await findBarriers(page)).toEqual([]);
    await expect(visitor.endTest()).resolves.toBeUndefined();
  });

  it('has a barrier where one theme has too little contrast', async () => {
    body = '<main><h1>Title</h1><p id="faint">Text</p></main>';
    style = '@media (prefers-color-scheme: dark) { #faint { color: #eee } }';
    const page = await visit();

    expect(await findBarriers(page)).toEqual([
      expect.stringMatching(/^dark: color-contrast: <p id="faint"/),
    ]);
    await visitor.endTest();
  });

  it('is a stray behind a proxy if it asks for something outside the prefix', async () => {
    script = 'fetch("/none").catch(() => 0)';
    const proxy = await startPrefixProxy(url, '/a/b');
    visitor.expect(/404/);
    const page = await visitor.open(`${proxy.url}/`);
    await visitor.untilStill(page);

    expect(proxy.strays).toContain('/none');
    await visitor.endTest();
    await proxy.close();
  });
});
