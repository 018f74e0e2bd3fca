import 'server-only';

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * Whom a note names with `@`: by the whole name, or by the first one where only one person has it. Accents and case do
 * not matter. Gives ids.
 */
export function mentioned(text: string, people: ReadonlyMap<string, string>): string[] {
  const note = plain(text);
  const firstOf = (name: string) => plain(name).split(/\s+/)[0] ?? '';
  const firsts = [...people.values()].map(firstOf);
  const says = (name: string) =>
    name !== '' && new RegExp(`@${RegExp.escape(name)}(?![\\p{L}\\p{N}])`, 'u').test(note);
  return [...people].flatMap(([id, name]) => {
    const first = firstOf(name);
    const alone = firsts.filter((one) => one === first).length === 1;
    return says(plain(name)) || (alone && says(first)) ? [id] : [];
  });
}
