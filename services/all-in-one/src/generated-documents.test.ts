import { readFileSync } from 'node:fs';
import { generatedDocuments } from '../test/generated-documents.js';

const repository = `${__dirname}/../../..`;

describe('the generated documents', () => {
  it('are up to date with the code (npm run docs writes them)', async () => {
    const documents = await generatedDocuments();

    const stored = Object.keys(documents).map((path) => [
      path,
      readFileSync(`${repository}/${path}`, 'utf8'),
    ]);

    expect(Object.fromEntries(stored)).toEqual(documents);
  });
});
