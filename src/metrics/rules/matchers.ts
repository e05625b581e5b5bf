// Which series a rule is about, as PromQL writes it.

/** A glob as an anchored regular expression, as an equality where it is a plain word, as nothing where it is `*`. */
export function matchers(globs: Readonly<Record<string, string>>): string[] {
  return Object.entries(globs).flatMap(([label, glob]) => {
    if (/^\*+$/.test(glob)) return [];
    if (!/[*?]/.test(glob)) return [`${label}=${JSON.stringify(glob)}`];
    const regex = glob
      .replace(/[\\^$.|+()[\]{}]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.');
    return [`${label}=~${JSON.stringify(regex)}`];
  });
}

/** `{a="b",c="d"}`; nothing when there is nothing to choose by. */
export function braced(all: readonly string[]): string {
  return all.length === 0 ? '' : `{${all.join(',')}}`;
}

/** What fires of an alert, with the labels that its rule's expression gave it; `own` are those that the rule adds. */
export function firingOf(alert: string, chosen: string, own: readonly string[] = ['severity']): string {
  const added = ['alertname', 'alertstate', ...own].join(', ');
  return `max without (${added}) (ALERTS{alertname="${alert}",alertstate="firing",${chosen}})`;
}
