// Writes long answers in turns of the event loop and sends each part at once, so that polls and other answers don't wait
// for the whole. Used by the routes of this folder that may have thousands of items.
import { createTurns } from '../../monitor/turns.ts';

const TURN_MS = 4;

/** The texts of the items, in order and in parts: one part is what one turn of the event loop wrote. */
export async function* inTurns<T>(
  items: Iterable<T>,
  write: (item: T, index: number) => string,
): AsyncGenerator<string> {
  const turns = createTurns(TURN_MS);
  let text = '';
  let index = 0;
  for (const item of items) {
    text += write(item, index++);
    if (!turns.isOver()) continue;
    yield text;
    text = '';
    await turns.next();
  }
  if (text !== '') yield text;
}

/** `{…head, [name]: […]}`, in parts as {@link inTurns} makes them. */
export async function* listInTurns<T>(
  head: object,
  name: string,
  { items, describe }: { readonly items: Iterable<T>; readonly describe: (item: T) => object },
): AsyncGenerator<string> {
  const opening = JSON.stringify({ ...head, [name]: [] });
  yield opening.slice(0, -2);
  yield* inTurns(items, (item, index) => `${index === 0 ? '' : ','}${JSON.stringify(describe(item))}`);
  yield opening.slice(-2);
}
