// The text of several families that are written side by side, sample by sample. Used by `alerts.ts` and `payment-options.ts`.
import { type Family, familyHeader } from './family.ts';

export interface FamilyTexts {
  /** Adds lines to the family of this index, LF at the end. */
  add(family: number, lines: string): void;
  /** Makes bytes of what was added; to be called once a turn, for it takes as long as what it is about. */
  write(): void;
  /** All of it: each family with its header, in their order. */
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
