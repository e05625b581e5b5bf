/** Asks until the assertion holds or `ms` (default 45 s) have passed; then the last failure is thrown. */
export async function eventually<T>(assertion: () => T | Promise<T>, ms = 45_000): Promise<T> {
  const until = performance.now() + ms;
  for (;;) {
    try {
      return await assertion();
    } catch (error) {
      if (performance.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
