// Writes the dashboards to grafana/dashboards/ and grafana/import/:
//
//   node grafana/generate.ts
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DASHBOARDS, importable, rendered } from './dashboards.ts';

for (const [folder, text] of [
  ['dashboards', rendered],
  ['import', importable],
] as const) {
  const path = join(import.meta.dirname, folder);
  mkdirSync(path, { recursive: true });
  for (const [name, dashboard] of Object.entries(DASHBOARDS)) {
    writeFileSync(join(path, `${name}.json`), text(dashboard()));
  }
}
