import { unavailable } from './catalog-contract.js';
import { describeBounds } from './saved-query-bounds.js';
import { describeCommits } from './saved-query-commits.js';
import { describeEntities } from './saved-query-entities.js';
import { describeLists } from './saved-query-lists.js';
import {
  anActor,
  made,
  type SavedQueryHarness,
  SavedQueryWorld,
  selectAll,
  signal,
} from './saved-query-world.js';

/** Tests the guarantees that every store of saved queries gives, independent of its database. */
export function describeSavedQueries(
  title: string,
  createHarness: () => Promise<SavedQueryHarness>,
): void {
  describe(`${title}: saved queries`, () => {
    const w = new SavedQueryWorld();

    beforeAll(async () => {
      w.harness = await createHarness();
    });

    afterAll(() => w.harness.remove());

    beforeEach(() => {
      w.actor = anActor();
    });

    describeEntities(w);
    describeCommits(w);
    describeLists(w);
    describeBounds(w);

    it('reject as unavailable while the database is down, and recover without a restart', async () => {
      const { id } = await w.aVariant();
      await w.harness.takeAway();

      for (const asked of [
        () => w.store.find('query', w.actor.project_id, { id }),
        () => w.store.list('query', selectAll(w.actor), signal),
        () => w.commit(id, 'r'),
        () => w.aQuery('another'),
      ]) {
        await expect(asked()).rejects.toMatchObject(unavailable);
      }

      await w.harness.bringBack();
      expect(made(await w.commit(id, 'r')).version).toBe('0');
    });
  });
}
