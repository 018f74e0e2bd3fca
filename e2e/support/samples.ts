/** One line of a metrics scrape. */
export type Sample = { name: string; labels: Record<string, string>; value: number };

/** The samples of a scrape in Prometheus text format. */
export function samplesIn(text: string): Sample[] {
  return text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (name === undefined) return [];
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, word]) => [key, word]);
    return [{ name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) }];
  });
}

/** The sum of all samples of a name with these labels. */
export function sumOf(all: readonly Sample[], name: string, labels: Record<string, string> = {}): number {
  return all
    .filter(
      (one) => one.name === name && Object.entries(labels).every(([key, word]) => one.labels[key] === word),
    )
    .reduce((sum, { value }) => sum + value, 0);
}
