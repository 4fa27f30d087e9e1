// `npm run docs`: writes the documents, and the sections of documents, that are generated from the code.
import { readFileSync, writeFileSync } from 'node:fs';
import { filteringDocument } from '../packages/span-schema/src/testing/filtering-document.ts';
import { generatedDocuments } from '../services/all-in-one/test/generated-documents.ts';

const filtering = 'docs/api/filtering.md';

function fileOf(path) {
  return new URL(`../${path}`, import.meta.url);
}

const documents = {
  ...(await generatedDocuments()),
  [filtering]: filteringDocument(readFileSync(fileOf(filtering), 'utf8')),
};
for (const [path, text] of Object.entries(documents)) {
  writeFileSync(fileOf(path), text);
}
process.exit(); // imported services measure the event loop, which keeps the process alive
