import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screen } from '@testing-library/react';
import { rowHeight } from '../parts/theme/row-height.js';
import { applyLook, settings } from '../parts/theme/settings.js';
import { FakeService } from '../testing/fake-service.js';
import { showAt } from '../testing/show-at.js';
import { SettingsPage } from './settings-page.js';

const tokens = readFileSync(join(__dirname, '../parts/theme/tokens.css'), 'utf8');

/** Returns the row height for a density. If the density defines none, returns the default height. */
function tokenOf(name: string, density: string): number {
  const rules = [`[data-density="${density}"]`, ':root'].map((selector) => {
    const rule = tokens.slice(tokens.indexOf(selector)).split('}')[0] ?? '';
    return new RegExp(`${name}: (\\d+)px`).exec(rule)?.[1];
  });
  return Number(rules.find((value) => value !== undefined));
}

describe('SettingsPage', () => {
  it.each([
    ['compact', 'Compact'],
    ['roomy', 'Roomy'],
    ['normal', 'Normal'],
  ])(
    'gives rows the height of the density %s on the page, in lists and after a reload',
    async (density, word) => {
      new FakeService({ '/project': { status: 404 } });
      applyLook();
      const { user } = await showAt('/settings', <SettingsPage />);

      await user.click(screen.getByRole('radio', { name: word }));

      expect(document.documentElement.dataset['density']).toBe(density);
      expect(localStorage.getItem('spanhouse.density') ?? 'normal').toBe(density);
      expect(settings.density.get()).toBe(density);
      expect([rowHeight('list'), rowHeight('tree')]).toEqual([
        tokenOf('--row', density),
        tokenOf('--row-tree', density),
      ]);
    },
  );
});
