import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { eventually } from './eventually.ts';
import { freePort } from './ports.ts';
import { start } from './process.ts';
import { tool } from './tools.ts';

export interface Prometheus extends AsyncDisposable {
  readonly url: string;
  /** The instant vector that a PromQL expression gives now: labels and the value's text. */
  query(expression: string): Promise<{ metric: Record<string, string>; value: string }[]>;
}

/** A real Prometheus in a folder of its own, with this configuration (`scrape_configs` and what else is needed). */
export async function startPrometheus(
  config: string,
  program = tool('prometheus'),
  args: readonly string[] = [],
): Promise<Prometheus> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'floatwatch-prometheus-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'prometheus.yml'), config);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const running = stack.use(
    start(program, [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      ...args,
    ]),
  );
  await eventually(async () => {
    if (running.child.exitCode !== null) throw new Error(`prometheus ended:\n${running.output()}`);
    const { statusCode, body } = await request(`${url}/-/ready`);
    await body.dump();
    if (statusCode !== 200 && statusCode !== 401) throw new Error(`prometheus is not ready: ${statusCode}`);
  }, 30_000);
  const held = stack.move();
  return {
    url,
    async query(expression) {
      const { body } = await request(`${url}/api/v1/query?query=${encodeURIComponent(expression)}`);
      const answer = (await body.json()) as {
        data: { result: { metric: Record<string, string>; value: [number, string] }[] };
      };
      return answer.data.result.map(({ metric, value }) => ({ metric, value: value[1] }));
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}
