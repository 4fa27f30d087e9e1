import type { SavedQuery } from '../../src/index.js';
import { made, type SavedQueryWorld, selectAll, signal } from './saved-query-world.js';

/** Tests the limits on large and long lists, as a part of `describeSavedQueries`. */
export function describeBounds(w: SavedQueryWorld): void {
  describe('lists of large entities and long lists', () => {
    it('limit each page, history and list of revisions to less than 17 MiB, and continue on the next page', async () => {
      const text = 'x'.repeat(1_000_000);
      const slugs = Array.from({ length: 18 }, (_, n) => `q${n}`);
      const queries: SavedQuery[] = [];
      for (const slug of slugs) {
        const details = { description: text };
        const created = { slug, details, data: { filtering: { text } } };
        queries.push(made(await w.store.createSimple(w.actor, created)).query);
      }
      const variant = await w.aVariant('large');
      for (const slug of slugs) {
        const revision = { slug: `r-${slug}`, details: {}, data: { filtering: { text } } };
        made(await w.store.commit(w.actor, { ...revision, query_variant_id: variant.id }));
      }
      const all = selectAll(w.actor, { order: 'ascending', slugs });

      const first = await w.store.list('query', all, signal);
      const after = first.items.at(-1)?.id;
      const second = await w.store.list('query', { ...all, after }, signal);
      const history = { query_variant_id: variant.id, version: undefined, depth: 100 };
      const log = await w.store.log(w.actor.project_id, history);
      const heads = await w.store.withHeads(w.actor.project_id, queries);

      expect([first.hasMore, second.hasMore]).toEqual([true, false]);
      expect([...first.items, ...second.items].map(({ slug }) => slug)).toEqual(slugs);
      expect([first.items, log, heads].map(({ length }) => length)).toEqual([17, 17, 17]);
    });

    it('read every revision of a long history, newest first', async () => {
      const { id } = await w.aVariant();
      for (let at = 0; at < 101; at++) {
        made(await w.commit(id, `r${at}`));
      }

      const depths = [100, 101, 102].map(async (depth) => {
        const history = { query_variant_id: id, version: undefined, depth };
        return (await w.store.log(w.actor.project_id, history)).map(({ version }) => version);
      });

      const versions = Array.from({ length: 101 }, (_, at) => String(100 - at));
      expect(await Promise.all(depths)).toEqual([versions.slice(0, 100), versions, versions]);
    });

    it('stop reading when the client disconnects', async () => {
      await w.aQuery();

      await expect(
        w.store.list('query', selectAll(w.actor), AbortSignal.abort()),
      ).rejects.toThrow();
    });
  });
}
