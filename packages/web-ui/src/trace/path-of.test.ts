import { sectionsBySpan } from './lane-sections.js';

describe('sectionsBySpan', () => {
  it('groups the sections of a path by span', () => {
    const path = [
      { span: 0, from: 0, to: 100 },
      { span: 1, from: 100, to: 600 },
      { span: 0, from: 600, to: 1000 },
    ];

    expect([...sectionsBySpan(path, 1000)]).toEqual([
      [
        0,
        [
          { from: 0, to: 100 },
          { from: 600, to: 1000 },
        ],
      ],
      [1, [{ from: 100, to: 600 }]],
    ]);
  });

  it('joins sections of a span that are too close to be seen apart', () => {
    const path = Array.from({ length: 5000 }, (_, at) => ({
      span: 0,
      from: 10 * at,
      to: 10 * at + 9,
    }));

    expect(sectionsBySpan(path, 50_000).get(0)).toEqual([{ from: 0, to: 49_999 }]);
  });
});
