import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createQueries } from '../../api/create-queries.js';
import { anActiveFilter } from '../../testing/an-active-filter.js';
import { FakeService } from '../../testing/fake-service.js';
import { useNewCount } from './use-new-count.js';

const path = '/spans/aggregate/query';
const active = anActiveFilter({ window: { kind: 'all' }, bounds: {}, range: undefined });

function counted(count: number) {
  return { body: { total: { count } } };
}

function render() {
  const queries = createQueries();
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  return renderHook(() => useNewCount(active, 'span', true), { wrapper });
}

describe('useNewCount', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

  it('counts what has arrived since its first answer', async () => {
    const service = new FakeService({ [path]: counted(3) });
    const { result } = render();
    await pass(0);
    expect(result.current).toBe(0);

    service.answer(path, counted(5));
    await pass(5001);

    expect(result.current).toBe(2);
  });

  it('waits for a slow answer before it asks again', async () => {
    const pause = Promise.withResolvers<void>();
    const service = new FakeService({ [path]: { ...counted(3), after: pause.promise } });
    render();

    await pass(15_000);
    expect(service.sentTo(path)).toHaveLength(1);

    pause.resolve();
    await pass(5000);

    expect(service.sentTo(path)).toHaveLength(2);
  });
});
