/** The simulator's sentences, which it writes in Portuguese, and the words of ours that say the same. */
const SENTENCES = [
  ['fault', /^Falha armada: (?<what>[\w-]+)(?:, (?<count>\d+) chamada\(s\))?$/],
  ['state', /^(?:Conta|Hub): (?<what>.+)$/],
  ['dispute', /^Abriu disputa(?:: (?<what>.+?))?(?:, prazo (?<hours>\d+) h)?$/],
  ['charge', /^Cobrança: (?<what>.+)$/],
  ['withdrawal', /^Saque: (?<what>.+)$/],
  ['deposit', /^Pix sem cobrança$/],
  ['card', /^Cartão: (?<what>\S+) pelo controle$/],
  ['verified', /^(?<what>\S+): verificado$/],
] as const;

export type LogNote = { note: (typeof SENTENCES)[number][0]; what: string; count: number; hours: number };

/** Null for a sentence that is not known here: it is shown as it is. */
export function logNote(text: string): LogNote | null {
  for (const [note, form] of SENTENCES) {
    const groups: Record<string, string | undefined> | undefined = form.exec(text)?.groups ?? undefined;
    if (!form.test(text)) continue;
    return {
      note,
      what: groups?.what ?? '',
      count: Number(groups?.count ?? 0),
      hours: Number(groups?.hours ?? 0),
    };
  }
  return null;
}
