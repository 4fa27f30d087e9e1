import { offerBlob } from './offer-blob.js';

describe('offerBlob', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it.each([{ download: 'trace.json' }, { target: '_blank' } as const])(
    'follows a link with %j, and frees the data later',
    (link) => {
      const kept = new Set<string>();
      URL.createObjectURL = (data) => {
        kept.add(`blob:${(data as Blob).size}`);
        return [...kept].join();
      };
      URL.revokeObjectURL = (address) => kept.delete(address);
      const followed: Pick<HTMLAnchorElement, 'href' | 'download' | 'target'>[] = [];
      HTMLAnchorElement.prototype.click = function click() {
        followed.push(this);
      };

      offerBlob(new Blob(['{}']), link);

      expect(followed).toEqual([expect.objectContaining({ href: 'blob:2', ...link })]);
      expect([...kept]).toEqual(['blob:2']);
      jest.runAllTimers();
      expect([...kept]).toEqual([]);
    },
  );
});
