import { FakeCatalog } from '../../src/testing/index.js';
import { describeCatalog } from './catalog-contract.js';

describeCatalog('FakeCatalog', () => {
  const catalog = new FakeCatalog();
  return Promise.resolve({
    open: () => Promise.resolve(catalog),
    putProject: async (project) => catalog.putProject(project),
    takeAway: async () => catalog.goAway(),
    bringBack: async () => catalog.comeBack(),
    remove: () => Promise.resolve(),
  });
});
