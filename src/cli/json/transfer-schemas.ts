// Defines the output of `export --json` and `import --json`: a line for each file of the export.
import { z } from 'zod';

const text = z.string();
const count = z.int().min(0);

const part = {
  ...{
    account: text.nullable().describe('null: of all.'),
    month: text.nullable().describe('2026-05, in UTC.'),
  },
  kind: z.enum(['state', 'ledger', 'records', 'common']),
  rows: z.record(text, count).describe('By table.'),
  sha256: text.describe("Of the file's text, unpacked."),
};
/** The output of `export --json`. */
export const exported = z.array(
  z.strictObject({ ...part, known: z.boolean().describe('Whether the file was there already.') }),
);
/** The output of `import --json`. */
export const imported = z.union([
  z.array(
    z.strictObject({
      ...part,
      stored: count.describe('Rows that are new.'),
      database: z
        .strictObject({ rows: part.rows, sha256: text })
        .describe('What it holds of this afterwards.'),
      kept: count.describe(
        'Rows that are otherwise in the database, which has gone on, and stay; at most 1,000 a table.',
      ),
      same: z.boolean(),
    }),
  ),
  z.strictObject({ stored: count, known: count.describe('Were there already.') }).describe('Of a CSV file.'),
]);
