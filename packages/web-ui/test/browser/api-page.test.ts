import { describeInBrowser } from './support/describe-in-browser.js';

describeInBrowser('the page of the API', (running) => {
  it('lists the operations without an error and without other servers', async () => {
    const { spanhouse, visitor } = running;
    const page = await visitor.open(`${spanhouse.url}/docs`);

    await page.getByRole('link', { name: '/spans/query', exact: true }).first().waitFor();
    expect(visitor.requested.length).toBeGreaterThan(3);
  });
});
