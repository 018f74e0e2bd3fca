import {
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { projectFiles } from '../../scripts/verify/sources.ts';

const ROOT = resolve(import.meta.dirname, '../..');
export const fileText = (path: string) => readFileSync(join(ROOT, path), 'utf8');

type Instruction = { name: string; rest: string };

/** The image that is kept: what the Dockerfile's last stage says. */
function lastStage(): Instruction[] {
  const found = fileText('Dockerfile').matchAll(/^([A-Z]+) +(.*)$/gm);
  const all = [...found].map(([, name = '', rest = '']) => ({ name, rest }));
  return all.slice(all.findLastIndex(({ name }) => name === 'FROM'));
}

export const saidInImage = (name: string) =>
  lastStage()
    .filter((line) => line.name === name)
    .map(({ rest }) => rest);

/** `NAME=value NAME=value`, as an image and a unit write them. */
export const named = (lines: readonly string[]) =>
  Object.fromEntries(
    lines.flatMap((line) => line.split(' ')).map((pair) => pair.split('=') as [string, string]),
  );

/** The list of words that a CMD or a HEALTHCHECK says. */
export const command = (line: string | undefined) =>
  JSON.parse((line ?? '[]').replace(/^[^[]*/, '')) as string[];

/** Paths that .dockerignore lets in. */
export const letIn = () => fileText('.dockerignore').match(/(?<=^!).+$/gm) ?? [];

/** Of these it leaves out again; each pattern as an expression. */
const LEFT_OUT = fileText('.dockerignore')
  .split('\n')
  .filter((line) => /^[^!#]/.test(line) && line !== '*')
  .map((line) =>
    line
      .replaceAll('.', '\\.')
      .replaceAll('**/', '(?:.*/)?')
      .replaceAll(/(?<!\.)\*/g, '[^/]*'),
  )
  .map((text) => new RegExp(`^${text}(/|$)`));
const isLeftOut = (path: string) => LEFT_OUT.some((one) => one.test(path));

/** The project's own files that the image gets; what the build and the packages add is not among them. */
export function imageFiles(): string[] {
  const copied = saidInImage('COPY').flatMap((line) => line.match(/(?<=\/app\/)\S+/g) ?? []);
  return projectFiles().filter(
    (path) => copied.some((part) => path === part || path.startsWith(`${part}/`)) && !isLeftOut(path),
  );
}

/** Lays the image's tree beside the sources, as its COPY lines do, from what is built and installed here. */
export function layImage(): string {
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  const tree = mkdtempSync(join(ROOT, '.cache/image-'));
  for (const line of saidInImage('COPY')) {
    const [stage = '', ...paths] = line.split(' ');
    const target = join(tree, paths.at(-1) ?? '');
    if (stage === '--from=packages') layPackages(tree);
    else for (const path of paths.slice(0, -1)) layPart(relative('/app', path), target);
  }
  return tree;
}

function layPart(path: string, target: string): void {
  const source = join(ROOT, path);
  // The build's cache stays out of the image, as its tests do.
  const wanted: Wanted = ({ name, parentPath }) =>
    path === '.next' ? name !== 'cache' : !isLeftOut(relative(ROOT, join(parentPath, name)));
  if (statSync(source).isFile()) cpSync(source, join(target, path));
  else link(source, target, wanted);
}

/** The packages that `npm ci --omit=dev` leaves, but those that the Dockerfile then removes. */
function layPackages(tree: string): void {
  const { packages } = JSON.parse(fileText('package-lock.json')) as {
    packages: Record<string, { dev?: boolean }>;
  };
  const removed = [...fileText('Dockerfile').matchAll(/node_modules\/\S+(?=\*)/g)].map(([path]) => path);
  for (const [path, { dev }] of Object.entries(packages))
    if (path !== '' && !dev && !removed.some((name) => path.startsWith(name)))
      link(join(ROOT, path), join(tree, path), ({ name }) => name !== 'node_modules');
}

type Wanted = (entry: { name: string; parentPath: string }) => boolean;

/** The same files in another place. A package of another kind of machine is not there. */
function link(source: string, target: string, wanted: Wanted): void {
  const entries = statSync(source, { throwIfNoEntry: false })
    ? readdirSync(source, { withFileTypes: true })
    : [];
  for (const entry of entries.filter(wanted)) {
    const [from, to] = [join(source, entry.name), join(target, entry.name)];
    if (entry.isDirectory()) link(from, to, wanted);
    else {
      mkdirSync(dirname(to), { recursive: true });
      if (entry.isSymbolicLink()) symlinkSync(readlinkSync(from), to);
      else linkSync(from, to);
    }
  }
}

/** Every file of a tree with when and how long it was written: what a read-only file system would have refused. */
export function filesOf(tree: string): string[] {
  return readdirSync(tree, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const { size, mtimeMs } = statSync(path);
      return `${relative(tree, path)} ${size} ${mtimeMs}`;
    })
    .toSorted();
}
