// Jest global tear-down. Calls the functions that the global set-up of this run registered with `onTearDown`.
const closers = [];

export function onTearDown(close) {
  closers.push(close);
}

export default async function stopBackends() {
  await Promise.all(closers.splice(0).map((close) => close()));
}
