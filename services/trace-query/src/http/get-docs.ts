import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { notFound, type Route } from '@spanhouse/service-runtime';

const viewer = createRequire(import.meta.url);

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Spanhouse API</title>
<link rel="icon" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="api"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/show.js"></script>
</body>
</html>
`;

const SHOW = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#api', deepLinking: true });\n`;

const VIEWER_FILES = new Map([
  ['swagger-ui.css', 'text/css'],
  ['swagger-ui-bundle.js', 'text/javascript'],
  ['favicon-32x32.png', 'image/png'],
]);

/** The API document as a page; its viewer is served from here, so that it works without a network. */
export function getDocs(): readonly Route[] {
  return [
    { method: 'GET', path: '/docs', handler: (_req, res) => void res.type('text/html').send(PAGE) },
    {
      method: 'GET',
      path: '/docs/show.js',
      handler: (_req, res) => void res.type('text/javascript').send(SHOW),
    },
    {
      method: 'GET',
      path: '/docs/:file',
      handler: async ({ params }, res) => {
        const { file = '' } = params;
        const type = VIEWER_FILES.get(file);
        if (type === undefined) throw notFound();
        const bytes = await readFile(viewer.resolve(`swagger-ui-dist/${file}`));
        res.type(type).set('cache-control', 'public, max-age=86400').send(bytes);
      },
    },
  ];
}
