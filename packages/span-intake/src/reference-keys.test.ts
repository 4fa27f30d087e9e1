import { isReferenceKey } from './reference-keys.js';
import { canonicalAg, canonicalSpan } from './testing/sent-span.js';

const KEYS = [
  ...['testcase', 'testset', 'testset_variant', 'testset_revision'],
  ...['query', 'query_variant', 'query_revision'],
  ...['workflow', 'workflow_variant', 'workflow_revision'],
  ...['application', 'application_variant', 'application_revision'],
  ...['evaluator', 'evaluator_variant', 'evaluator_revision'],
  ...['environment', 'environment_variant', 'environment_revision'],
  ...['snippet', 'snippet_variant', 'snippet_revision'],
];

/** A span's reference and hash when it refers to something by this key. */
function referTo(key: string) {
  return canonicalSpan({ attributes: { [`ag.references.${key}.slug`]: 's' } });
}

describe('reference keys', () => {
  it.each(KEYS)('%s may be referred to', (key) => {
    expect(referTo(key).references).toEqual([{ slug: 's', attributes: { key } }]);
    expect(isReferenceKey(key)).toBe(true);
  });

  it.each(['variant', 'testcase_variant', 'Application', 'applications', 'constructor', ''])(
    '%p may not, and moves aside',
    (key) => {
      expect(referTo(key).references).toBeUndefined();
      expect(referTo(key).attributes['ag']).toEqual({
        data: {},
        unsupported: { references: { [key]: { slug: 's' } } },
      });
    },
  );

  it('all but testset variants and revisions are hashed', () => {
    const unhashed = KEYS.filter((key) => referTo(key).hashes === undefined);

    expect(unhashed).toEqual(['testset_variant', 'testset_revision']);
  });
});

describe('slugs', () => {
  it.each(['a', 'A-9_z', '_', '-x', '9.5', 'a.'])('%p is one', (slug) => {
    expect(canonicalAg({ references: { query: { slug } } })).toEqual({
      data: {},
      references: { query: { slug } },
    });
  });

  it.each(['', '.a', 'a b', 'a/b', 'ä', 'a\n'])('%p is none, and moves aside', (slug) => {
    expect(canonicalAg({ references: { query: { slug } } })).toEqual({
      data: {},
      unsupported: { references: { query: { slug } } },
    });
  });
});
