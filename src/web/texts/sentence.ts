// A sentence with places for what isn't text: a link, an amount, a time.

/** The parts in their order; a page takes them as its content. */
export type Sentence<T> = readonly (string | T)[];
