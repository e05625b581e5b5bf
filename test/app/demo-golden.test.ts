// The demo word by word, kept in golden/: its configuration, its scenes, and what its player does to the sandbox.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createDemo, type Demo, writeDemoConfig } from '../../src/app/demo/demo.ts';
import { claimDemoFolder, demoConfigFile, refuseDemoFolder } from '../../src/app/demo/demo-folder.ts';
import { createPlayer } from '../../src/app/demo/demo-player.ts';
import { greeting, playingAt, playingLine, ROUND_MS, SCENES } from '../../src/app/demo/demo-story.ts';
import { MERCHANTS } from '../../src/sandbox/merchants.ts';
import { createScenario } from '../../src/sandbox/scenario.ts';
import type { Sandbox } from '../../src/sandbox/server.ts';

const SINCE = Date.UTC(2026, 10, 22, 9);
const scenario = createScenario({ seed: 'floatwatch', merchants: MERCHANTS });
const parent = mkdtempSync(join(tmpdir(), 'floatwatch-demo-golden-'));
afterAll(() => rmSync(parent, { recursive: true }));
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(parent, 'demo-'));
});
afterEach(() => void vi.useRealTimers());

test('the configuration that it writes for its user', async () => {
  const sandbox = { address: 'http://127.0.0.1:14219' } as Sandbox;
  const demo = { scenario, sandbox, since: SINCE } as Demo;
  const config = writeDemoConfig(demo, folder, { web: 14217, postgres: 14218 });
  const file = demoConfigFile(folder);
  const text = readFileSync(file, 'utf8').replaceAll(folder, '/data');
  await expect(text).toMatchFileSnapshot('golden/demo.yaml');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(config).toMatchObject({ demo: true, data_dir: folder });
});

test('what its pages and its greeting say, at the beginning of each scene and just before', async () => {
  const lines = SCENES.flatMap(({ from }) => [from - 1, from, from + 1]).map((at) => {
    const playing = playingAt(SINCE, SINCE + at);
    return `${at} ${playing.scene.name} ${playing.playedMs} ${playing.leftMs}\n${playingLine(playing)}\n${greeting(playing)}\n`;
  });
  await expect(lines.join('')).toMatchFileSnapshot('golden/demo-scenes.txt');
});

test('what its player does to the sandbox, over two rounds', async () => {
  const told: string[] = [];
  const tell = (what: string, ...args: unknown[]) =>
    told.push(`  ${what} ${args.map((each) => JSON.stringify(each)).join(' ')}`);
  let now = SINCE;
  const sandbox = {
    clock: { now: () => SINCE + (now - SINCE) * 60 },
    faults: {
      on: (...args: unknown[]) => tell('fault on', ...args),
      off: (...args: unknown[]) => tell('fault off', ...args),
    },
    overrides: {
      setWallet: (...args: unknown[]) => tell('wallet', ...args),
      clearWallet: (...args: unknown[]) => tell('wallet as it was', ...args),
      setOption: (...args: unknown[]) => tell('option', ...args),
      clearOption: (...args: unknown[]) => tell('option as it was', ...args),
    },
  } as unknown as Sandbox;
  const player = createPlayer({ sandbox, scenario }, SINCE);
  for (; now < SINCE + 2 * ROUND_MS; now += 15_000) {
    told.push(`${(now - SINCE) / 1_000} s`);
    player.play(now);
  }
  await expect(`${told.join('\n')}\n`).toMatchFileSnapshot('golden/demo-play.txt');
});

describe('the folder of the demo', () => {
  test('remembers when it was first started, and whether it has a past', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: SINCE });
    const fresh = join(folder, 'a', 'b');
    expect(createDemo(fresh, '127.0.0.1:0')).toMatchObject({ since: SINCE, isFirst: true, hasPast: false });
    expect(readFileSync(join(fresh, 'demo.json'), 'utf8')).toBe(`{"since":${SINCE},"hasPast":false}\n`);
    vi.setSystemTime(SINCE + 400_000);
    const again = createDemo(fresh, '127.0.0.1:0');
    expect(again).toMatchObject({ since: SINCE, isFirst: false, hasPast: false });
    expect(again.playing()).toEqual(playingAt(SINCE, SINCE + 400_000));
    expect(again.sandbox.clock.now()).toBe(SINCE + 400_000 * 60);
    writeFileSync(join(fresh, 'demo.json'), `{"since":${SINCE},"hasPast":true}`);
    expect(createDemo(fresh, '127.0.0.1:0')).toMatchObject({ isFirst: false, hasPast: true });
    writeFileSync(join(fresh, 'demo.json'), `{"since":${SINCE}}`); // of a version without a past
    expect(createDemo(fresh, '127.0.0.1:0')).toMatchObject({ isFirst: false, hasPast: false });
  });

  test('is made, and is the demo’s from then on', () => {
    const fresh = join(folder, 'a', 'b');
    claimDemoFolder(fresh);
    const file = join(fresh, 'demo.yaml');
    expect(demoConfigFile(fresh)).toBe(file);
    expect(readFileSync(file, 'utf8')).toBe('demo: true\n');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    writeFileSync(file, 'demo: true\n# mine\n');
    mkdirSync(join(fresh, 'postgres'));
    claimDemoFolder(fresh);
    expect(readFileSync(file, 'utf8')).toContain('# mine');
  });

  test.each(['postgres', 'spool.sqlite'])('is not one that holds a history: %s', (name) => {
    writeFileSync(join(folder, name), '');
    expect(() => claimDemoFolder(folder)).toThrow(
      `${folder} holds a history that isn't the demo's: start it with --data-dir and a folder of its own`,
    );
    expect(existsSync(demoConfigFile(folder))).toBe(false);
  });

  test('is not a file', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    for (const inIt of ['', 'in'])
      expect(() => claimDemoFolder(join(file, inIt))).toThrow(
        `${file} is a file: --data-dir must be a folder`,
      );
  });

  test('is used by no other configuration', () => {
    refuseDemoFolder({ data_dir: folder, demo: false });
    claimDemoFolder(folder);
    refuseDemoFolder({ data_dir: folder, demo: true });
    expect(() => refuseDemoFolder({ data_dir: folder, demo: false })).toThrow(
      `${folder} is the demo's, and its money is invented: set data_dir to a folder of your own, ` +
        `or look at the demo with --config.file ${folder}/demo.yaml`,
    );
  });
});
