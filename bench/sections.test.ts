import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fits, HELP, MOST_MINUTES, planOf, SECTIONS, type SectionName } from './sections.ts';

const minutesOf = (names: readonly SectionName[]) =>
  names.reduce((sum, name) => sum + SECTIONS[name].minutes, 0);
const ASKED: SectionName[] = ['shift', 'accounts', 'http2', 'lighthouse', 'large'];

describe('a run of the bench', () => {
  it('without flags fits into twenty minutes, with a tenth of them to spare', () => {
    const { names, rows, entries } = planOf([]);
    expect(minutesOf(names)).toBeLessThanOrEqual(MOST_MINUTES * 0.9);
    expect(names).not.toEqual(expect.arrayContaining(ASKED));
    expect({ rows, entries }).toEqual({ rows: 300_000, entries: 100_000 });
  });

  it('begins nothing that would not end in time at the pace so far', () => {
    const plan = planOf([]);
    const [first] = plan.names;
    if (first === undefined) throw new Error('no section');
    const twice = (names: readonly SectionName[]) =>
      names.map((name) => ({ name, minutes: SECTIONS[name].minutes * 2 }));
    expect(fits(plan, first, [])).toBe(true);
    // On a machine half as fast what is over twenty minutes is left out, and a short section may still come.
    let spent: ReturnType<typeof twice> = [];
    const left: SectionName[] = [];
    for (const name of plan.names)
      if (fits(plan, name, spent)) spent = [...spent, ...twice([name])];
      else left.push(name);
    expect(left).not.toEqual([]);
    expect(spent.reduce((sum, { minutes }) => sum + minutes, 0)).toBeLessThanOrEqual(MOST_MINUTES);
    expect(fits(planOf(['--large']), 'large', twice(plan.names))).toBe(true);
  });

  it('measures whole what is asked for by name or with --large, and all of it fast with --quick', () => {
    const large = planOf(['--large']);
    expect(large.names).toEqual(Object.keys(SECTIONS));
    expect(large).toMatchObject({ rows: 1_000_000, entries: 1_000_000, records: 10_000_000 });
    expect(large.names.some(large.quick)).toBe(false);
    const audit = planOf(['--only=audit,large', '--entries=5000000']);
    expect(audit).toMatchObject({ names: ['audit', 'large'], entries: 5_000_000, records: 10_000_000 });
    const quick = planOf(['--quick']);
    expect(quick.names.every(quick.quick)).toBe(true);
    expect(quick).toMatchObject({ rows: 50_000, records: 1_000_000 });
    expect(() => planOf(['--only=lists'])).toThrow('Unknown: lists. There are list, ');
  });

  it('refuses a flag that it does not know, and names those that there are', () => {
    for (const strange of ['--help-me', '--quik', '--only', '--only=', '--rows=many', '--rows=0', 'accounts'])
      expect(() => planOf(['--quick', strange]), strange).toThrow(`Unknown: ${strange}. There are --quick, `);
    const flags = ['--quick', '--large', '--only=', '--rows=', '--entries=', '--records='];
    for (const flag of flags) expect(HELP).toContain(`[${flag}`);
    for (const name of Object.keys(SECTIONS)) expect(HELP).toContain(name);
  });

  it('stands in the document, each section with its minutes', () => {
    const text = readFileSync('docs/performance.md', 'utf8');
    const told = [...text.matchAll(/^\| `(\w+)` \| ([\d.]+) ?(min, asked for)? \|/gm)].map(
      ([, name, minutes, asked]) => [name, Number(minutes), asked !== undefined],
    );
    const own = Object.entries(SECTIONS).map(([name, { minutes, usual }]) => [
      ...[name, minutes, usual === 'asked'],
    ]);
    expect(told).toEqual(own);
    expect(text).toContain(`${minutesOf(planOf([]).names)} minutes on two cores`);
  });
});
