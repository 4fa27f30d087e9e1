import { describeCommits } from './saved-query-commits.js';
import { describeEntities } from './saved-query-entities.js';
import { describeLists } from './saved-query-lists.js';
import {
  anActor,
  createWorld,
  made,
  type SavedQueryHarness,
  type SavedQueryWorld,
  selectAll,
} from './saved-query-world.js';

/** What every store of saved queries does, whatever database it is kept in. */
export function describeSavedQueries(
  title: string,
  createHarness: () => Promise<SavedQueryHarness>,
): void {
  describe(`${title}: saved queries`, () => {
    let w: SavedQueryWorld;

    beforeAll(async () => {
      w = createWorld(await createHarness());
    });

    afterAll(() => w.harness.remove());

    beforeEach(() => {
      w.actor = anActor();
    });

    describeEntities(() => w);
    describeCommits(() => w);
    describeLists(() => w);

    it('reject as unavailable while the database is away, and come back by themselves', async () => {
      const { id } = await w.aVariant();
      await w.harness.takeAway();

      for (const asked of [
        () => w.store.find('query', w.actor.project_id, { id }),
        () => w.store.list('query', selectAll(w.actor)),
        () => w.commit(id, 'r'),
        () => w.aQuery('another'),
      ]) {
        await expect(asked()).rejects.toMatchObject({
          code: 'CATALOG_UNAVAILABLE',
          retryable: true,
        });
      }

      await w.harness.bringBack();
      expect(made(await w.commit(id, 'r')).version).toBe('0');
    });
  });
}
