// Collects the text of several families that are written side by side, sample by sample. Used by `alerts.ts` and
// `payment-options.ts`.
import { type Family, familyHeader } from './family.ts';

export interface FamilyTexts {
  /** Adds lines to the family with this index; each line ends in LF. */
  add(family: number, lines: string): void;
  /** Turns the added text into bytes. Call it once a turn, because its time grows with the text. */
  write(): void;
  /** Returns everything: each family with its header, in order. */
  join(): Buffer;
}

export function createFamilyTexts(families: readonly Family[]): FamilyTexts {
  const texts = families.map((family) => familyHeader(family, 'text'));
  const written: Buffer[][] = texts.map(() => []);
  const write = () => {
    for (const [i, text] of texts.entries()) written[i]!.push(Buffer.from(text));
    texts.fill('');
  };
  return {
    add(family, lines) {
      texts[family] += lines;
    },
    write,
    join() {
      write();
      return Buffer.concat(written.flat());
    },
  };
}
