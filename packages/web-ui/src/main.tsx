import './parts/theme/theme.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { createQueries } from './api/create-queries.js';
import { applyLook } from './parts/theme/settings.js';
import { createPages } from './routes.js';

applyLook();
const container = document.getElementById('app');
if (container !== null) {
  const answers = createQueries();
  createRoot(container).render(
    <QueryClientProvider client={answers}>
      <RouterProvider router={createPages(answers)} />
    </QueryClientProvider>,
  );
}
