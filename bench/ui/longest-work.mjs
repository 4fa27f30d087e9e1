/**
 * Starts recording the tasks on the main threads of pages. Returns a function that stops the recording and resolves
 * with the CPU time of the longest task in ms. CPU time is independent of other work on the machine.
 */
export async function noteWork(browser) {
  const session = await browser.newBrowserCDPSession();
  const longestUs = new Map();
  const names = new Map();
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const { name, pid, tid, tdur = 0, args } of value) {
      const thread = `${pid} ${tid}`;
      if (name === 'thread_name') {
        names.set(thread, args.name);
      } else {
        longestUs.set(thread, Math.max(tdur, longestUs.get(thread) ?? 0));
      }
    }
  });
  await session.send('Tracing.start', {
    traceConfig: { recordMode: 'recordAsMuchAsPossible', includedCategories: ['toplevel'] },
  });
  return async () => {
    const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
    await session.send('Tracing.end');
    await complete;
    await session.detach();
    const ofPages = [...longestUs].filter(([thread]) => names.get(thread) === 'CrRendererMain');
    return Math.max(...ofPages.map(([, us]) => us)) / 1000;
  };
}
