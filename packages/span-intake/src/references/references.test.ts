import { canonicalSpan, traceId } from '../testing/sent-span.js';
import { computeHashes } from './reference-hash.js';

const uuid = 'f5a2efb4-0895-881e-938e-2ebc070beca8';

describe('ag.references', () => {
  it('keeps known keys with valid members and moves everything else aside', () => {
    const span = canonicalSpan({
      attributes: {
        'ag.references.application.id': uuid.replaceAll('-', '').toUpperCase(),
        'ag.references.application.slug': 'my app',
        'ag.references.testcase.version': 3,
        'ag.references.variant.id': uuid,
        'ag.references.query': 'q',
        'ag.references.evaluator.id': 'not-a-uuid',
        'ag.references.workflow': { extra: 1, slug: null },
      },
    });

    expect(span.attributes['ag']).toEqual({
      data: {},
      references: { testcase: { version: '3' }, application: { id: uuid } },
      unsupported: {
        references: {
          application: { slug: 'my app' },
          variant: { id: uuid },
          query: 'q',
          evaluator: { id: 'not-a-uuid' },
          workflow: { extra: 1 },
        },
      },
    });
  });

  it('reads refs as an alias and prefers references', () => {
    const span = canonicalSpan({
      attributes: {
        'ag.refs': { application: { slug: 'b' }, query: { slug: 'q' } },
        'ag.references.application.slug': 'a',
      },
    });

    expect(span.attributes['ag']).toEqual({
      data: {},
      references: { query: { slug: 'q' }, application: { slug: 'a' } },
      unsupported: { refs: { application: { slug: 'b' } } },
    });
  });

  it('replaces the top-level references, one entry per key', () => {
    const span = canonicalSpan({
      references: [{ slug: 'submitted', attributes: { key: 'query' } }],
      attributes: { 'ag.references': { application: {}, testset: { slug: 't', version: '1' } } },
    });

    expect(span.references).toEqual([
      { slug: 't', version: '1', attributes: { key: 'testset' } },
      { attributes: { key: 'application' } },
    ]);
  });

  it('keeps submitted references with unfolded attributes when ag has no references', () => {
    const span = canonicalSpan({
      references: [{ id: uuid, attributes: { 'a.b': 1 } }, { slug: 's', attributes: {} }, {}],
      attributes: { 'ag.references.nonsense': { slug: 'x' } },
    });

    expect(span.references).toEqual([{ id: uuid, attributes: { a: { b: 1 } } }, { slug: 's' }, {}]);
    expect(span.attributes['ag']).not.toHaveProperty('references');
  });
});

describe('computeHashes', () => {
  const idOf = (hashes: ReturnType<typeof computeHashes>) => hashes?.[0]?.id;

  it('hashes references', () => {
    const references = [
      { version: '3', attributes: { key: 'application_revision' } },
      { slug: 'my-app', attributes: { key: 'application' } },
    ];

    expect(computeHashes(references, undefined)).toEqual([
      { id: '42a28c76-83f7-97c7-6ee1-c9bee372fb5a', attributes: { key: 'indirect' } },
    ]);
  });

  it('hashes links', () => {
    const links = [
      {
        trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
        span_id: '00f067aa0ba902b7',
        attributes: { key: 'invocation' },
      },
    ];

    expect(idOf(computeHashes(undefined, links))).toBe('560140f1-4ad2-6f27-6944-7d0e3b05c1ea');
  });

  it('hashes a reference without members', () => {
    expect(idOf(computeHashes([{ attributes: { key: 'application' } }], undefined))).toBe(
      'c5e7281b-0932-fc19-9cd5-00ee15c19b6b',
    );
  });

  it('returns the same hashes from its cache and distinguishes similar references', () => {
    const key = 'application';
    const hashOf = (slug: string, version: string) =>
      idOf(computeHashes([{ slug, version, attributes: { key } }], undefined));

    expect(hashOf('a', 'bc')).toBe(hashOf('a', 'bc'));
    expect(hashOf('a', 'bc')).not.toBe(hashOf('ab', 'c'));
    expect(hashOf('a', '')).not.toBe(
      idOf(computeHashes([{ slug: 'a', attributes: { key } }], undefined)),
    );
  });

  it('removes spaces and escapes non-ASCII characters', () => {
    const hashOf = (version: string) =>
      idOf(computeHashes([{ version, attributes: { key: 'query' } }], undefined));

    expect(hashOf('a b')).toBe(hashOf('ab'));
    expect(hashOf('ü😀')).toBe('e2d06c28-019d-5d59-9d89-936cc9070045');
  });

  it('sorts keys by code points', () => {
    const ids = { trace_id: '4bf92f3577b34da6a3ce929d0e0e4736', span_id: '00f067aa0ba902b7' };
    const links = ['😀', '\ufb00'].map((key) => ({ ...ids, attributes: { key } }));

    expect(idOf(computeHashes(undefined, links))).toBe('0c65430b-8d9d-c532-ee70-a1288c2cab8c');
  });

  it('uses the last entry of a repeated key, with links after references', () => {
    const link = { trace_id: traceId, span_id: '00f067aa0ba902b7', attributes: { key: 'query' } };
    const reference = (slug: string) => ({ slug, attributes: { key: 'query' } });

    expect(computeHashes([reference('a'), reference('b')], undefined)).toEqual(
      computeHashes([reference('b')], undefined),
    );
    expect(computeHashes([reference('a')], [link])).toEqual(computeHashes(undefined, [link]));
  });

  it('does not depend on the order of the references or of their members', () => {
    const first = { slug: 's', version: '1', id: uuid, attributes: { key: 'query' } };
    const second = { attributes: { key: 'application' }, version: '2' };

    expect(computeHashes([first, second], undefined)).toEqual(
      computeHashes(
        [second, { attributes: { key: 'query' }, id: uuid, version: '1', slug: 's' }],
        undefined,
      ),
    );
  });

  it('ignores testset variants and revisions, unknown keys and links without a key', () => {
    const references = ['testset_variant', 'testset_revision', 'unknown'].map((key) => ({
      slug: 's',
      attributes: { key },
    }));

    expect(
      computeHashes(references, [{ trace_id: traceId, span_id: '00f067aa0ba902b7' }]),
    ).toBeUndefined();
    expect(computeHashes(undefined, undefined)).toBeUndefined();
  });

  it('replaces submitted hashes only if there are references or links to hash', () => {
    const hashes = [{ id: uuid, attributes: { key: 'own' } }];

    expect(canonicalSpan({ hashes }).hashes).toEqual(hashes);
    expect(
      canonicalSpan({ hashes, attributes: { 'ag.references.application.slug': 'my-app' } }).hashes,
    ).toHaveLength(1);
    expect(
      canonicalSpan({ hashes, attributes: { 'ag.references.application.slug': 'my-app' } }).hashes,
    ).not.toEqual(hashes);
  });
});
