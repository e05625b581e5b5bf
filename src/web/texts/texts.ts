// Everything that the pages say. Another language is an object of the type {@link Texts}, in a folder beside `english/`.
import { english } from './english/english.ts';

/** The texts that a language must have: the compiler names those that are missing. */
export type Texts = typeof english;

/** The texts of the pages. */
export const texts: Texts = english;
