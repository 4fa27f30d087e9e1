import { describeInBrowser } from './support/describe-in-browser.js';
import { findBarriers } from './support/find-barriers.js';
import { openSpan } from './support/page-parts.js';
import { shopTraces } from './support/shop-traces.js';

const spans = shopTraces({ newestMs: Date.now(), traces: 1 });
const [root, plan] = spans;

describeInBrowser('annotations', { spans }, (running) => {
  it('writes, changes and deletes the annotation of a span, which the page shows at once', async () => {
    const { page, detail } = await openSpan(running, plan);

    await page.keyboard.press('a');
    await detail.getByRole('textbox', { name: 'Score' }).fill('0.75');
    await detail.getByRole('textbox', { name: 'Comment' }).fill('A <b>good</b> plan');
    await detail.getByRole('button', { name: 'Save' }).click();
    const annotation = detail.getByRole('article', { name: 'Annotation annotation' });
    await annotation.getByText('A <b>good</b> plan').waitFor();
    await annotation.getByText('0.75').waitFor();
    await detail.getByRole('tab', { name: 'Annotations 1' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);

    await annotation.getByRole('button', { name: 'Edit' }).click();
    await detail.getByRole('textbox', { name: 'Score' }).fill('1');
    await detail.getByRole('button', { name: 'Save' }).click();
    await annotation.getByText('edited').waitFor();
    expect(await annotation.locator('b').first().textContent()).toBe('1');
    await annotation.getByText('A <b>good</b> plan').waitFor();

    await annotation.getByRole('button', { name: 'Delete' }).click();
    await annotation.getByRole('button', { name: 'Delete it' }).click();
    await detail.getByText('There are no annotations.').waitFor();
    await detail.getByRole('tab', { name: 'Annotations 0' }).waitFor();
  });

  it('refuses a form without a number or a text, and keeps what was typed', async () => {
    const { page, detail } = await openSpan(running, root);
    await page.keyboard.press('a');

    await detail.getByRole('button', { name: 'Save' }).click();
    await detail.getByRole('alert').getByText('Enter a score, a comment or both.').waitFor();
    await detail.getByRole('textbox', { name: 'Score' }).fill('good');
    await detail.getByRole('button', { name: 'Save' }).click();

    await detail.getByRole('alert').getByText('The score must be a number').waitFor();
    expect(await detail.getByRole('textbox', { name: 'Score' }).inputValue()).toBe('good');
  });

  it('annotates the trace, and leads from the list of the trace to the span of each annotation', async () => {
    const { page, detail } = await openSpan(running, plan);

    await page.keyboard.press('Shift+A');
    const dialog = page.getByRole('dialog', { name: 'Annotations of the trace' });
    await dialog.getByRole('textbox', { name: 'Comment' }).fill('about the whole');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const annotation = dialog.getByRole('article').filter({ hasText: 'about the whole' });
    await annotation.waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await annotation.getByRole('button', { name: 'ask' }).click();

    await detail.getByRole('heading', { level: 2, name: 'ask' }).waitFor();
    await page.getByRole('button', { name: 'Annotations 1' }).waitFor();
  });
});
