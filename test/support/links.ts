// Which links of documents lead nowhere among the files that come with them.
import { posix } from 'node:path';

/** The relative links of the documents among these files that lead to none of them, each as `document: target`. */
export function brokenLinks(files: readonly string[], read: (file: string) => string): readonly string[] {
  const there = new Set(['.', ...files.flatMap(withFolders)]);
  return files
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) => {
      const text = read(file).replaceAll(/^ *```[\s\S]*?^ *```/gm, ''); // examples are no links
      const links = [...text.matchAll(/\]\(<?([^)\s>]+)|\b(?:src|srcset|href)="([^"]+)"/g)].map(
        ([, inText = '', inTag = '']) => inText || inTag,
      );
      return links
        .filter((link) => !/^(?:[a-z]+:|#)/.test(link))
        .map((link) => posix.join(posix.dirname(file), link.replace(/#.*/, '')).replace(/\/$/, ''))
        .filter((target) => !there.has(target))
        .map((target) => `${file}: ${target}`);
    });
}

/** A file, and each folder that it is in. */
function withFolders(file: string): readonly string[] {
  const parts = file.split('/');
  return parts.map((_, i) => parts.slice(0, i + 1).join('/'));
}
