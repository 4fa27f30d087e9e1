import fc from 'fast-check';
import type { EntitySelection, SavedQueryLevel } from '../../src/index.js';
import {
  data,
  made,
  type SavedQueryWorld,
  selectAll,
  signal,
  unknown,
} from './saved-query-world.js';

/** Tests lists, as a part of `describeSavedQueries`. */
export function describeLists(w: SavedQueryWorld): void {
  describe('lists', () => {
    const slugsOf = async (level: SavedQueryLevel, changes: Partial<EntitySelection>) =>
      (await w.store.list(level, selectAll(w.actor, changes), signal)).items.map(
        ({ slug }) => slug,
      );

    it('are ordered by id, and therefore by creation, in pages without repeats and gaps', async () => {
      const count = 7;
      const ids: string[] = [];
      for (let at = 0; at < count; at++) {
        ids.push((await w.aQuery(`q${at}`)).id);
      }

      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 1, max: count + 1 }),
          fc.constantFrom('ascending' as const, 'descending' as const),
          async (limit, order) => {
            const seen: string[] = [];
            for (let hasMore = true; hasMore; ) {
              const selection = selectAll(w.actor, { limit, order, after: seen.at(-1) });
              const page = await w.store.list('query', selection, signal);
              seen.push(...page.items.map(({ id }) => id));
              hasMore = page.hasMore;
            }
            expect(seen).toEqual(order === 'ascending' ? ids : ids.toReversed());
          },
        ),
        { numRuns: 10 },
      );
    });

    it('accept 1,000 references of every level and 1,000 slugs', async () => {
      const [first, last] = [await w.aQuery('first'), await w.aQuery('last')];
      const many = (wanted: readonly object[]) => [
        ...wanted.slice(0, 1),
        ...Array.from({ length: 998 }, (_, n) => ({ id: unknown, slug: `s${n}`, version: `${n}` })),
        ...wanted.slice(1),
      ];
      const refs = {
        query: many([{ id: first.id }, { slug: 'last' }]),
        query_variant: undefined,
      };
      const slugs = many([{ slug: 'first' }, { slug: 'last' }]).map(
        ({ slug }: { slug?: string }) => slug ?? '',
      );

      expect(await slugsOf('query', { refs: { query: refs.query }, order: 'ascending' })).toEqual([
        'first',
        last.slug,
      ]);
      expect(await slugsOf('query', { slugs, order: 'ascending' })).toEqual(['first', 'last']);
      const revisions = many([{ id: unknown }, { slug: 'nothing' }]);
      const everyLevel = { query: refs.query, query_variant: revisions, query_revision: revisions };
      expect(await slugsOf('query_revision', { refs: everyLevel })).toEqual([]);
    });

    it('read as many entities as needed to fill a page of matches', async () => {
      for (let at = 0; at < 230; at++) {
        const details = at === 0 || at === 210 ? { tags: { rare: true } } : {};
        made(await w.store.createQuery(w.actor, { id: undefined, slug: `q${at}`, details }));
      }
      const rare = { details: { tags: { rare: true } } };

      expect(await slugsOf('query', { ...rare, order: 'ascending' })).toHaveLength(2);
      expect(
        await w.store.list('query', selectAll(w.actor, { ...rare, limit: 1 }), signal),
      ).toMatchObject({
        hasMore: true,
        items: { length: 1 },
      });
    });

    it('match parts of name and description ignoring case, and contained flags, tags and meta', async () => {
      const details = {
        name: 'Slow LLM calls',
        description: 'of 100 % _',
        flags: { is_a: true, is_b: false },
        tags: { list: [1, { x: 1, y: 2 }], deep: { a: { b: 'c', d: 1 } } },
        meta: { n: 9007199254740993n },
      };
      made(await w.store.createQuery(w.actor, { id: undefined, slug: 'rich', details }));
      await w.aQuery('plain');

      for (const wanted of [
        { name: 'llm' },
        { description: '% _' },
        { flags: { is_b: false } },
        { tags: { list: [{ y: 2 }] } },
        { tags: { deep: { a: { b: 'c' } } } },
        { meta: { n: 9007199254740993n } },
        { name: 'SLOW', flags: { is_a: true } },
      ]) {
        expect(await slugsOf('query', { details: wanted })).toEqual(['rich']);
      }
      for (const wanted of [
        { name: 'fast' },
        { name: 'slow_llm' },
        { flags: { is_a: false } },
        { tags: { list: [2] } },
        { tags: { deep: { a: 'c' } } },
        { meta: { n: 9007199254740992n } },
        { tags: { constructor: {} } },
      ]) {
        expect(await slugsOf('query', { details: wanted })).toEqual([]);
      }
    });

    it('select by references to every level, by slugs and by time of creation', async () => {
      const one = await w.aVariant('one');
      const two = await w.aVariant('two');
      for (const { id, slug } of [one, two]) {
        for (const at of [0, 1]) {
          made(await w.commit(id, `${slug}-${at}`));
        }
      }
      const ofOne = ['one-1', 'one-0'];
      const level = 'query_revision';
      const byRefs = (refs: EntitySelection['refs']) => slugsOf(level, { refs });

      expect(await byRefs({ query: [{ slug: 'of-one' }] })).toEqual(ofOne);
      expect(await byRefs({ query: [{ id: one.query_id }] })).toEqual(ofOne);
      expect(await byRefs({ query_variant: [{ id: one.id, slug: 'one' }] })).toEqual(ofOne);
      expect(await byRefs({ query_variant: [{ id: one.id, slug: 'two' }] })).toEqual([]);
      expect(await byRefs({ query_revision: [{ slug: 'two-0' }, { slug: 'one-0' }] })).toEqual([
        'two-0',
        'one-0',
      ]);
      expect(
        await byRefs({ query_revision: [{ slug: 'two-0', version: '1' }], query: [] }),
      ).toEqual([]);
      expect(
        await byRefs({ query: [{ slug: 'of-one' }], query_variant: [{ slug: 'two' }] }),
      ).toEqual([]);
      expect(await byRefs({ query: [{}] })).toEqual([]);
      expect(await byRefs({ query: [] })).toHaveLength(4);
      expect(await slugsOf(level, { slugs: ['one-1', 'x'] })).toEqual(['one-1']);
      expect(await slugsOf('query_variant', { refs: { query: [{ slug: 'of-two' }] } })).toEqual([
        'two',
      ]);
      const hourNs = 3_600_000_000_000n;
      const nowNs = BigInt(Date.now()) * 1_000_000n;
      expect(await slugsOf(level, { newest: nowNs + hourNs, oldest: nowNs - hourNs })).toHaveLength(
        4,
      );
      expect(await slugsOf(level, { oldest: nowNs + hourNs })).toEqual([]);
      expect(await slugsOf(level, { newest: nowNs - hourNs, order: 'ascending' })).toEqual([]);
    });
  });

  describe('simple queries', () => {
    it('are created with an empty revision and a revision with the data', async () => {
      const details = { name: 'n' };

      const { query, revision } = made(
        await w.store.createSimple(w.actor, { slug: 's', details, data }),
      );

      expect(query).toMatchObject({ slug: 's', name: 'n' });
      expect(revision).toMatchObject({ version: '1', data, query_id: query.id });
      const zero = await w.store.findVersion(
        w.actor.project_id,
        revision?.query_variant_id ?? '',
        '0',
      );
      expect(zero).not.toHaveProperty('data');
      expect(await w.store.createSimple(w.actor, { slug: 's', details, data })).toEqual({
        status: 'taken',
        member: 'slug',
      });
    });

    it('are edited by a commit, which keeps the data unless new data is given', async () => {
      const { query } = made(await w.store.createSimple(w.actor, { slug: 's', details: {}, data }));
      const edit = async (changes: object) => {
        const change = { id: query.id, details: {}, data: undefined, ...changes };
        return await w.store.editSimple(w.actor, change);
      };

      expect(await edit({ details: { name: 'n' } })).toMatchObject({
        query: { name: 'n' },
        revision: { version: '2', data },
      });
      expect((await edit({ data: {} }))?.revision).toMatchObject({ version: '3', data: {} });
      expect((await edit({ data: null }))?.revision).not.toHaveProperty('data');
      expect(await edit({ id: unknown })).toBeUndefined();
    });

    it('show the latest revision of the oldest variant', async () => {
      const { query, revision } = made(
        await w.store.createSimple(w.actor, { slug: 's', details: {}, data }),
      );
      const { query_variant_id = '' } = revision ?? {};
      const fork = { source_variant_id: query_variant_id, up_to_version: undefined };
      const variant = made(await w.store.forkVariant(w.actor, { ...fork, slug: 'f', details: {} }));
      await w.commit(variant.id, 'elsewhere');
      const bare = await w.aQuery('bare');

      const simple = await w.store.withHeads(w.actor.project_id, [bare, query]);

      expect(simple).toEqual([
        { query: bare, revision: undefined },
        { query, revision },
      ]);
    });
  });
}
