import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { notFound, type Route } from '@spanhouse/api-kit';
import { createApiDocument } from './api-document.js';

const viewer = createRequire(import.meta.url);

/** Returns the page. Its URLs are relative, because a proxy may strip a prefix that this service does not know. */
function pageAt(path: string): string {
  const files = path.endsWith('/') ? '' : 'docs/';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Spanhouse API</title>
<link rel="icon" href="${files}favicon-32x32.png">
<link rel="stylesheet" href="${files}swagger-ui.css">
</head>
<body>
<div id="api"></div>
<script src="${files}swagger-ui-bundle.js"></script>
<script src="${files}show.js"></script>
</body>
</html>
`;
}

const show = `const url = new URL('../openapi.json', document.currentScript.src).href;
SwaggerUIBundle({ url, dom_id: '#api', deepLinking: true });
`;

const viewerFiles = new Map([
  ['swagger-ui.css', 'text/css'],
  ['swagger-ui-bundle.js', 'text/javascript'],
  ['favicon-32x32.png', 'image/png'],
]);

/**
 * Creates the routes that show the API document as a page. The viewer's files are served too, so that the page works
 * without internet access.
 */
export function getDocs(): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/docs',
      handler: ({ originalUrl }, res) => {
        const [path = ''] = originalUrl.split('?');
        res.type('text/html').send(pageAt(path));
      },
    },
    {
      method: 'GET',
      path: '/docs/show.js',
      handler: (_req, res) => void res.type('text/javascript').send(show),
    },
    {
      method: 'GET',
      path: '/docs/:file',
      handler: async ({ params }, res) => {
        const { file = '' } = params;
        const type = viewerFiles.get(file);
        if (type === undefined) {
          throw notFound();
        }
        const bytes = await readFile(viewer.resolve(`swagger-ui-dist/${file}`));
        res.type(type).set('cache-control', 'public, max-age=86400').send(bytes);
      },
    },
  ];
}

/**
 * Creates the route that returns the API document. The document is built on first use, because most processes never
 * need it.
 */
export function getOpenapi(): Route {
  let text: string | undefined;
  return {
    method: 'GET',
    path: '/openapi.json',
    handler: (_req, res) => {
      text ??= JSON.stringify(createApiDocument());
      res.type('application/json').send(text);
    },
  };
}
