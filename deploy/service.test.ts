import { describe, expect, it } from 'vitest';
import { command, fileText, imageFiles, imageInstructions, named } from '../e2e/support/image.ts';

const text = fileText('deploy/guiche.service');
const guide = fileText('docs/operating.md');

const YES = /^(yes|no)$/;
const SECONDS = /^\d+$/;
const PATH = /^\/[\w./-]+$/;
const ANY = /\S/;
/** Directives of systemd by their section, each with the form of its value: those that a service like this one takes. */
const KNOWN: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  Unit: { Description: ANY, Documentation: ANY, Wants: /\.target$/, After: /^[\w-]+\.(target|service)( |$)/ },
  Service: {
    ...{ Type: /^(exec|simple|notify)$/, User: /^[a-z]+$/, Group: /^[a-z]+$/, UMask: /^0\d{3}$/ },
    ...{ WorkingDirectory: PATH, EnvironmentFile: PATH, Environment: /^([A-Z_]+=\S+ ?)+$/, ExecStart: /^\// },
    ...{ Restart: /^(on-failure|always)$/, RestartSec: SECONDS, TimeoutStopSec: SECONDS },
    ...{
      StateDirectory: /^[a-z]+$/,
      StateDirectoryMode: /^0\d{3}$/,
      LimitNOFILE: SECONDS,
      MemoryMax: /^\d+[MG]$/,
    },
    ...{ NoNewPrivileges: YES, PrivateDevices: YES, PrivateTmp: YES, PrivateUsers: YES, RemoveIPC: YES },
    ...{ ProtectSystem: /^strict$/, ProtectHome: YES, ProtectClock: YES, ProtectControlGroups: YES },
    ...{
      ProtectHostname: YES,
      ProtectKernelLogs: YES,
      ProtectKernelModules: YES,
      ProtectKernelTunables: YES,
    },
    ...{ RestrictNamespaces: YES, RestrictRealtime: YES, RestrictSUIDSGID: YES, LockPersonality: YES },
    ...{ RestrictAddressFamilies: /^AF_\w+( AF_\w+)*$/, CapabilityBoundingSet: /^(CAP_\w+ ?)*$/ },
    ...{ SystemCallArchitectures: /^native$/, SystemCallFilter: /^@[a-z-]+$/ },
  },
  Install: { WantedBy: /^multi-user\.target$/ },
};
/** Without each of them a process that was broken into could do more than it needs. */
const HARDENED =
  `NoNewPrivileges ProtectSystem ProtectHome PrivateTmp PrivateDevices ProtectClock ProtectControlGroups ProtectHostname
  ProtectKernelLogs ProtectKernelModules ProtectKernelTunables RestrictAddressFamilies RestrictNamespaces RestrictRealtime
  RestrictSUIDSGID LockPersonality CapabilityBoundingSet SystemCallArchitectures SystemCallFilter`.split(
    /\s+/,
  );

type Line = { section: string; name: string; value: string };

function linesOf(unit: string): Line[] {
  let section = '';
  return unit.split('\n').flatMap((line) => {
    if (line === '' || /^[#;]/.test(line)) return [];
    const opened = /^\[(.+)\]$/.exec(line)?.[1];
    if (opened !== undefined) section = opened;
    if (opened !== undefined) return [];
    const [name = '', ...value] = line.split('=');
    return [{ section, name, value: value.join('=') }];
  });
}

/** Faults of a unit: what is no directive of its section, said twice, or has not its form. */
function unitFaults(unit: string): string[] {
  const lines = linesOf(unit);
  const said = lines.map(({ section, name }) => `${section}.${name}`);
  return lines.flatMap(({ section, name, value }) => {
    const form = KNOWN[section]?.[name];
    if (form === undefined) return [`not known in [${section}]: ${name}`];
    if (said.filter((one) => one === `${section}.${name}`).length > 1) return [`said twice: ${name}`];
    return form.test(value) ? [] : [`not as it is written: ${name}=${value}`];
  });
}

const wordFor = (name: string) => linesOf(text).find((line) => line.name === name)?.value ?? '';

describe('the unit', () => {
  it('says what systemd knows, in its section and form', () => {
    expect(unitFaults(text)).toEqual([]);
    for (const [right, wrong] of [
      ['NoNewPrivileges=yes', 'NoNewPrivilege=yes'],
      ['PrivateTmp=yes', 'PrivateTmp=ja'],
      ['[Service]', '[Services]'],
      ['ProtectSystem=strict', 'ProtectSystem=strict\nProtectSystem=no'],
      ['WantedBy=', 'Wanted='],
      ['UMask=0077', 'UMask=77'],
    ] as const) {
      expect(text).toContain(right);
      expect(unitFaults(text.replace(right, wrong)), wrong).not.toEqual([]);
    }
  });

  it('is hardened, and leaves V8 its own machine code', () => {
    const names = linesOf(text).map(({ name }) => name);
    expect(HARDENED.filter((name) => !names.includes(name))).toEqual([]);
    expect(names).not.toContain('MemoryDenyWriteExecute');
    expect(wordFor('RestrictAddressFamilies').split(' ').toSorted()).toEqual([
      'AF_INET',
      'AF_INET6',
      'AF_UNIX',
    ]);
    expect([wordFor('ProtectSystem'), wordFor('CapabilityBoundingSet')]).toEqual(['strict', '']);
  });

  it('runs the image’s command, as the person, in the folder and with the files that the guide makes', () => {
    const [, ...args] = command(imageInstructions('CMD')[0]);
    const [node = '', ...said] = wordFor('ExecStart').split(' ');
    expect(said).toEqual(args);
    const folder = wordFor('WorkingDirectory');
    expect(node).toBe(`${folder}/node_modules/.bin/node`);
    expect(imageFiles()).toContain(args.find((arg) => arg.endsWith('.ts')));
    expect(guide).toContain(`ln -sfn /opt/guiche/1 ${folder}\n`);
    expect(guide).toContain(`install -m 0600 deploy/guiche.env.example ${wordFor('EnvironmentFile')} `);
    expect(guide).toContain('install -m 0644 deploy/guiche.service /etc/systemd/system/');
    const state = `/var/lib/${wordFor('StateDirectory')}`;
    expect(guide).toContain(`useradd --system --home-dir ${state} ${wordFor('User')}\n`);
    expect(named([wordFor('Environment')])).toEqual({ NODE_ENV: 'production', GUICHE_DATA_DIR: state });
    // Longer than the product's own end.
    expect(Number(wordFor('TimeoutStopSec'))).toBeGreaterThan(30);
  });
});

/** Commands of the guide: lines of its blocks, and what stands in the text as a command. */
const commands = [
  ...[...guide.matchAll(/```sh\n(.*?)```/gs)].flatMap(([, block = '']) => block.split('\n')),
  ...[...guide.matchAll(/`((?:docker compose|npm|node|systemctl|systemd-run) [^`]+)`/g)].map(
    ([, one = '']) => one,
  ),
].filter((line) => line !== '');
const npmScripts = Object.keys((JSON.parse(fileText('package.json')) as { scripts: object }).scripts);
const admin = /const COMMANDS[^{]*\{(.*?)\n\};/s.exec(fileText('scripts/admin.ts'))?.[1] ?? '';
const adminCommands = [...admin.matchAll(/^ {2}'?([a-z-]+)'?[:,]/gm)].map(([, name]) => name);

describe('the guide’s commands', () => {
  it('name scripts, files and commands of the keeper that there are', () => {
    expect(commands.length).toBeGreaterThan(15);
    expect(adminCommands).toContain('verify-audit');
    for (const line of commands) {
      for (const [, name] of line.matchAll(/npm(?: --\S+ \S+)? run ([a-z]+)/g))
        expect(npmScripts, line).toContain(name);
      for (const [, path] of line.matchAll(/\bnode (\S+)/g)) expect(imageFiles(), line).toContain(path);
      for (const [path] of line.matchAll(/(?<![/\w])deploy\/[\w.]+(?<!guiche\.env|\/\.env)(?=\s|$)/g))
        expect(fileText(path).length, line).toBeGreaterThan(0);
      for (const [, name] of line.matchAll(/(?:admin --|admin\.ts) ([a-z-]+)/g))
        expect(adminCommands, line).toContain(name);
    }
  });

  it('of Compose name its file, a command of it, and services that there are', () => {
    const services = [...fileText('deploy/compose.yaml').matchAll(/^ {2}([\w-]+):$/gm)].map(
      ([, name]) => name,
    );
    const ofCompose = commands.flatMap((line) => line.match(/docker compose [^|&#`]+/g) ?? []);
    expect(ofCompose.length).toBeGreaterThan(5);
    for (const line of ofCompose) {
      const [, , flag, file, what = '', ...rest] = line.trim().split(' ');
      expect([flag, file], line).toEqual(['-f', 'deploy/compose.yaml']);
      expect(['up', 'build', 'logs', 'exec', 'run', 'stop'], line).toContain(what);
      for (const name of rest.filter((word) => /^guiche(-\d)?$/.test(word)))
        expect(services, line).toContain(name);
    }
  });
});
