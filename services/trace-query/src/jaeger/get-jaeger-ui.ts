import { type HttpRequest, type HttpResponse, notFound, type Route } from '@spanhouse/api-kit';
import { type BuiltPages, readBuiltPages } from '../front-doors/read-built-pages.js';
import { pageGuards, redirectToPages, sendBuiltFile } from '../front-doors/send-built-file.js';
import { fillPage } from './fill-page.js';
import { type JaegerServices, jaegerPage } from './jaeger-services.js';

/** Paths of the API and of missing files. All other paths are pages. */
const noPage = /^(?:api|analytics)(?:\/|$)|\.\w+$/;

/** Serves the built Jaeger UI, if there is a directory with it. */
export function getJaegerUi(services: JaegerServices): readonly Route[] {
  const { uiDir } = services.jaeger;
  return uiDir === undefined ? [] : servePages(services, readBuiltPages('JAEGER_UI_DIR', uiDir));
}

function servePages(services: JaegerServices, { page, assets }: BuiltPages): readonly Route[] {
  const { text, policy } = fillPage(page, services.jaeger);
  const sendPage = (_req: HttpRequest, res: HttpResponse) =>
    void res
      .set({ 'cache-control': 'no-cache', 'content-security-policy': policy, ...pageGuards })
      .type('text/html; charset=utf-8')
      .send(text);
  return [
    jaegerPage(
      services,
      'GET ',
      (req, res) => redirectToPages('jaeger/', req, res) || sendPage(req, res),
    ),
    jaegerPage(services, 'GET /*', (req, res) => {
      const path = req.params['*'] ?? '';
      const file = path === 'index.html' ? undefined : assets.get(path);
      if (file !== undefined) {
        sendBuiltFile(file, res);
      } else if (path !== 'index.html' && noPage.test(path)) {
        throw notFound();
      } else {
        sendPage(req, res);
      }
    }),
  ];
}
