import { FakeCatalog } from '../../src/testing/index.js';
import { type CatalogHarness, describeCatalog } from './catalog-contract.js';

function createHarness(): Promise<CatalogHarness> {
  const catalog = new FakeCatalog();
  return Promise.resolve({
    open: () => Promise.resolve({ catalog }),
    putProject: async (project) => catalog.putProject(project),
    takeAway: async () => catalog.goAway(),
    bringBack: async () => catalog.comeBack(),
    remove: () => Promise.resolve(),
  });
}

describeCatalog('FakeCatalog', createHarness);
