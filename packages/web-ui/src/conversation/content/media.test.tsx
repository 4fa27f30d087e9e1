import { screen } from '@testing-library/react';
import { showAt } from '../../testing/show-at.js';
import { Media } from './media.js';

const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';

describe('Media', () => {
  let shown: Blob | undefined;
  beforeEach(() => {
    shown = undefined;
    URL.createObjectURL = (blob) => {
      shown = blob as Blob;
      return 'blob:shown';
    };
    URL.revokeObjectURL = () => undefined;
  });

  it.each([
    ['base64', `data:image/svg+xml;base64,${btoa(svg)}`],
    ['percent signs', `data:image/svg+xml,${encodeURIComponent(svg)}`],
  ])('shows an image in %s', async (_, data) => {
    await showAt('/', <Media data={data} />);

    expect(screen.getByRole('img', { name: /^image\/svg\+xml/ }).getAttribute('src')).toBe(
      'blob:shown',
    );
    expect(shown?.size).toBe(svg.length);
  });

  it.each([
    [`data:image/png;base64,${'A'.repeat(27_000_000)}`, /above 20\.0 MB, it is not shown$/],
    ['data:text/html,<b>', /^text\/html, 3 B: it is not shown$/],
    ['data:image/png;base64,%%%', /^image\/png, .*: it is not shown$/],
  ])('says why it does not show another', async (data, words) => {
    await showAt('/', <Media data={data} />);

    expect(screen.getByText(words)).toBeDefined();
    expect(shown).toBeUndefined();
  });
});
