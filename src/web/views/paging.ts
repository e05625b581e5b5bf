// Divides a long list into pages. Pure.

/** One page of a list. */
export interface PageOf<T> {
  readonly items: readonly T[];
  /** From 1. */
  readonly page: number;
  /** At least 1. */
  readonly pages: number;
  /** How many items the list has on all pages. */
  readonly all: number;
}

/** The page that is asked for; the first when that is no number, and the last when there are fewer pages. */
export function pageOf<T>(list: readonly T[], asked: string | number | undefined, size: number): PageOf<T> {
  const pages = Math.max(1, Math.ceil(list.length / size));
  const page = Math.min(pages, /^[1-9]\d{0,5}$/.test(String(asked)) ? Number(asked) : 1);
  return { items: list.slice((page - 1) * size, page * size), page, pages, all: list.length };
}
