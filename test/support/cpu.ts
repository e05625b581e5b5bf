/** How long this thread computes in it, in milliseconds: however busy the machine is with others, it adds nothing. */
export function computingMs(run: () => void): number {
  const before = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
