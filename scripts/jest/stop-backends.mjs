// Jest global tear-down: stops what the global set-up of the same run started.
const closers = [];

export function addCloser(close) {
  closers.push(close);
}

export default async function stopBackends() {
  await Promise.all(closers.splice(0).map((close) => close()));
}
