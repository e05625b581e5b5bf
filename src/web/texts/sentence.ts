// A sentence into which a page puts what isn't text: a link, an amount, a time.

/** The parts in their order; who makes a page gives them as its content. */
export type Sentence<T> = readonly (string | T)[];
