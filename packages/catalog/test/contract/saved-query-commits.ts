import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { anActor, made, type SavedQueryWorld, unknown } from './saved-query-world.js';

/** Tests commits, as a part of `describeSavedQueries`. */
export function describeCommits(w: SavedQueryWorld): void {
  describe('commits', () => {
    it('have consecutive versions from 0 and increasing times', async () => {
      const { id } = await w.aVariant();

      for (const slug of ['a', 'b', 'c']) {
        made(await w.commit(id, slug));
      }

      const log = await w.log(id);
      expect(log.map(({ version, slug }) => [version, slug])).toEqual([
        ['2', 'c'],
        ['1', 'b'],
        ['0', 'a'],
      ]);
      expect(new Set(log.map(({ created_at }) => created_at)).size).toBe(3);
      const upTo = { query_variant_id: id, version: '1', depth: 10 };
      expect((await w.store.log(w.actor.project_id, upTo)).map(({ slug }) => slug)).toEqual([
        'b',
        'a',
      ]);
      expect(await w.store.log(w.actor.project_id, { ...upTo, depth: 1 })).toHaveLength(1);
    });

    it('get consecutive versions without repeats or gaps in two concurrent processes', async () => {
      const commits = fc.array(fc.boolean(), { minLength: 2, maxLength: 12 });
      await fc.assert(
        fc.asyncProperty(commits, async (sides) => {
          w.actor = anActor();
          const { id } = await w.aVariant();

          const outcomes = await Promise.all(
            sides.map((isOther, at) => w.commit(id, `r${at}`, isOther ? w.other : w.store)),
          );

          const versions = outcomes.map((outcome) => Number(made(outcome).version));
          expect(versions.toSorted((a, b) => a - b)).toEqual([...sides.keys()]);
          const from = { query_variant_id: id, version: undefined, depth: 100 };
          const log = await w.store.log(w.actor.project_id, from);
          const times = log.map(({ created_at }) => created_at);
          expect(times.toSorted().toReversed()).toEqual(times);
          expect(new Set(times).size).toBe(sides.length);
        }),
        { numRuns: 15 },
      );
    });

    it('succeed once if they are concurrent and have the same slug, and leave no gap', async () => {
      const { id } = await w.aVariant();

      const outcomes = await Promise.all(
        Array.from({ length: 6 }, (_, at) =>
          w.commit(id, 'same', at % 2 === 0 ? w.store : w.other),
        ),
      );

      expect(outcomes.filter(({ status }) => status === 'created')).toHaveLength(1);
      expect(made(await w.commit(id, 'next')).version).toBe('1');
    });

    it('create an initial revision only once', async () => {
      const { id: query_variant_id } = await w.aVariant();
      const entity = { slug: 'i', details: { message: 'm' } };
      const initial = { ...entity, query_variant_id, data: undefined, isInitial: true };

      const outcomes = await Promise.all(
        [w.store, w.other].map((by, at) => by.commit(w.actor, { ...initial, slug: `i${at}` })),
      );

      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['created', 'exists']);
      const revision = await w.store.findVersion(w.actor.project_id, query_variant_id, undefined);
      expect(revision).toMatchObject({ version: '0', message: 'm' });
      expect(revision).not.toHaveProperty('data');
      const nowhere = { ...initial, query_variant_id: unknown };
      expect(await w.store.commit(w.actor, nowhere)).toEqual({ status: 'unknown' });
    });

    it('are found by version; without a version, the latest is found', async () => {
      const { id } = await w.aVariant();
      for (const slug of ['a', 'b']) {
        await w.commit(id, slug);
      }
      const slugOf = async (version?: string) =>
        (await w.store.findVersion(w.actor.project_id, id, version))?.slug;

      expect([await slugOf(), await slugOf('0'), await slugOf('1')]).toEqual(['b', 'a', 'b']);
      for (const version of ['2', '00', '-1', '1.0', '', 'x', '99999999999']) {
        expect(await slugOf(version)).toBeUndefined();
      }
    });
  });

  describe('forks', () => {
    it('copy the history up to a version, with content, author and date', async () => {
      const source = await w.aVariant();
      for (let at = 0; at < 3; at++) {
        made(await w.commit(source.id, `r${at}`));
      }
      const forker = { ...w.actor, user_id: randomUUID() };
      const fork = { slug: 'fork', details: {}, source_variant_id: source.id };

      const part = made(await w.store.forkVariant(forker, { ...fork, up_to_version: '1' }));
      const whole = made(
        await w.store.forkVariant(forker, { ...fork, slug: 'all', up_to_version: undefined }),
      );

      expect(part).toMatchObject({ query_id: source.query_id, slug: 'fork' });
      const original = await w.log(source.id);
      const copies = await w.log(whole.id);
      expect((await w.log(part.id)).map(({ version }) => version)).toEqual(['1', '0']);
      expect(
        copies.map(({ version, data, author, date }) => [version, data, author, date]),
      ).toEqual(original.map(({ version, data, author, date }) => [version, data, author, date]));
      expect(copies.map(({ created_by_id }) => created_by_id)).toEqual(
        copies.map(() => forker.user_id),
      );
      expect(made(await w.commit(whole.id, 'on the fork')).version).toBe('3');
      expect(await w.log(source.id)).toEqual(original);
    });

    it('are empty for a variant without revisions, and are not created if the slug is taken', async () => {
      const { id: source_variant_id } = await w.aVariant();
      const fork = { details: {}, source_variant_id, up_to_version: undefined };

      const empty = made(await w.store.forkVariant(w.actor, { ...fork, slug: 'empty' }));

      expect(await w.store.findVersion(w.actor.project_id, empty.id, undefined)).toBeUndefined();
      expect(await w.store.forkVariant(w.actor, { ...fork, slug: 'main' })).toEqual({
        status: 'taken',
        member: 'slug',
      });
    });

    it('do not change the default variant, which is the oldest', async () => {
      const variant = await w.aVariant();
      const fork = { details: {}, source_variant_id: variant.id, up_to_version: undefined };
      await w.store.forkVariant(w.actor, { ...fork, slug: 'a' });

      expect(await w.store.findDefaultVariant(w.actor.project_id, variant.query_id)).toEqual(
        variant,
      );
      expect(await w.store.findDefaultVariant(w.actor.project_id, unknown)).toBeUndefined();
    });
  });
}
